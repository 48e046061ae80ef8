package dev.flotilla.node.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionWindowTest {
  private static final SeenUids HASH = new SeenUids(42);

  private static LogPosition at(long index) {
    return new LogPosition(index, 3);
  }

  private static Result result(String text) {
    return Result.ok(Bytes.utf8(text));
  }

  /** The obvious way to do it. */
  private static final class Naive {
    private final Map<String, Execution> executions = new LinkedHashMap<>();
    private final int capacity;

    Naive(int capacity) {
      this.capacity = capacity;
    }

    void add(Execution execution) {
      if (executions.size() == capacity) {
        Iterator<String> oldest = executions.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
      executions.put(execution.uid(), execution);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000, 1024, 1025, 5000})
  void agreesWithAMapWhateverComes(int capacity) {
    for (long seed = 1; seed <= 5; seed++) {
      compareWithNaive(capacity, seed);
    }
  }

  private static void compareWithNaive(int capacity, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ExecutionWindow window = new ExecutionWindow(capacity, Long.MAX_VALUE, HASH);
    Naive naive = new Naive(capacity);
    for (int index = 1; index < 4 * capacity + 5000; index++) {
      String uid = "u" + random.nextInt(2 * capacity + 2);
      Execution known = naive.executions.get(uid);
      int admission = window.admit(at(index), uid, index);
      assertThat(admission < 0).as("seed " + seed + " index " + index).isEqualTo(known != null);
      if (known == null) {
        Execution execution = new Execution(at(index), uid, index, result("r" + index));
        naive.add(execution);
        window.resolve(execution.result());
        known = execution;
      }
      int handle = window.find(uid);
      assertThat(window.fingerprint(handle)).isEqualTo(known.fingerprint());
      assertThat(window.position(handle)).isEqualTo(known.position());
      assertThat(window.result(handle)).contains(known.result());
    }
    for (int i = 0; i < 2 * capacity + 2; i++) {
      assertThat(window.find("u" + i) >= 0).isEqualTo(naive.executions.containsKey("u" + i));
    }
  }

  @Test
  void commandsAdmittedTogetherAreResolvedInTurn() {
    ExecutionWindow window = new ExecutionWindow(100, 1000, HASH);
    int a = window.admit(at(1), "a", 1);
    int b = window.admit(at(2), "b", 2);
    assertThat(~window.admit(at(3), "a", 1)).as("a duplicate in the same batch").isEqualTo(a);
    assertThat(window.result(a)).isEmpty();
    window.resolve(result("x"));
    window.resolve(Result.rejected(Bytes.utf8("y")));
    assertThat(window.result(a)).contains(result("x"));
    assertThat(window.result(b)).contains(Result.rejected(Bytes.utf8("y")));
    assertThatThrownBy(() -> window.resolve(result("z"))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void handleStaysReadableWhileTheRestOfTheBatchIsAdmitted() {
    int capacity = 3000;
    ExecutionWindow window = new ExecutionWindow(capacity, Long.MAX_VALUE, HASH);
    for (int i = 0; i < 20_000; i++) {
      window.admit(at(i + 1), "u" + i, i);
      window.resolve(result("r" + i));
      int oldest = Math.max(0, i - capacity + 1);
      if (i % 1000 == 999) {
        int handle = ~window.admit(at(1), "u" + oldest, oldest);
        for (int j = 0; j < window.maxUnresolved(); j++) {
          i++;
          window.admit(at(i + 1), "u" + i, i);
        }
        assertThat(window.result(handle)).contains(result("r" + oldest));
        for (int j = 0; j < window.maxUnresolved(); j++) {
          window.resolve(result("r" + (i - window.maxUnresolved() + 1 + j)));
        }
      }
    }
  }

  @Test
  void largeResultsAreForgottenBeforeTheirUids() {
    ExecutionWindow window = new ExecutionWindow(10_000, 100_000, HASH);
    for (int i = 0; i < 10_000; i++) {
      window.admit(at(i + 1), "u" + i, i);
      String large = "0123456789012345678901234567890123456789";
      window.resolve(new Result(i % 2 == 0, Bytes.utf8(large)));
    }
    assertThat(window.find("u0")).isNotNegative();
    assertThat(window.result(window.find("u0"))).isEqualTo(Optional.empty());
    assertThat(window.success(window.find("u0"))).isTrue();
    assertThat(window.success(window.find("u1"))).isFalse();
    assertThat(window.result(window.find("u9999"))).isPresent();
    assertThat(~window.admit(at(1), "u0", 0)).as("still known").isNotNegative();
  }

  @Test
  void largeResultsAreDroppedOneByOneBeforeTheirPageIsFull() {
    int limit = 100_000;
    int size = 9_000;
    ExecutionWindow window = new ExecutionWindow(10_000, limit, HASH);
    String large = "x".repeat(size);
    for (int i = 0; i < 3_000; i++) {
      window.admit(at(i + 1), "u" + i, i);
      window.resolve(result(large + i));

      assertThat(window.result(window.find("u" + i))).contains(result(large + i));
      if (i >= limit / size) {
        int kept = 0;
        for (int j = Math.max(0, i - 20); j <= i; j++) {
          kept += window.result(window.find("u" + j)).isPresent() ? 1 : 0;
        }
        assertThat(kept).as("after %d", i).isBetween(limit / size, limit / size + 1);
      }
    }
    assertThat(window.success(window.find("u0"))).isTrue();
  }

  @Test
  void largeAndSmallResultsComeBackAsTheyWere() {
    for (long seed = 1; seed <= 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ExecutionWindow window = new ExecutionWindow(5_000, 1_000_000, HASH);
      for (int i = 0; i < 12_000; i++) {
        window.admit(at(i + 1), "u" + i, i);
        window.resolve(result(text(i)));
        int earlier = Math.max(0, i - random.nextInt(4_000));
        window
            .result(window.find("u" + earlier))
            .ifPresent(it -> assertThat(it).isEqualTo(result(text(earlier))));
      }
    }
  }

  private static String text(int number) {
    return (number + " ").repeat(1 + number * 7919 % 700);
  }

  @Test
  void noResultIsDroppedBeforeTheBatchHasBeenAnswered() {
    int batch = ExecutionWindow.MAX_UNRESOLVED;
    ExecutionWindow window = new ExecutionWindow(10_000, 5_000, HASH);
    for (int begin = 0; begin < 5_000; begin += batch) {
      for (int i = begin; i < begin + batch; i++) {
        window.admit(at(i + 1), "u" + i, i);
      }
      for (int i = begin; i < begin + batch; i++) {
        window.resolve(result("small" + i));
      }
      for (int i = begin; i < begin + batch; i++) {
        assertThat(window.result(window.find("u" + i))).contains(result("small" + i));
      }
    }
  }

  @Test
  void uidsOutsideAsciiAreKeptApart() {
    ExecutionWindow window = new ExecutionWindow(10, 1000, HASH);
    assertThat(window.admit(at(1), "ä", 1)).isNotNegative();
    assertThat(window.find("a")).isNegative();
    assertThat(window.find("ä")).isNotNegative();
  }
}
