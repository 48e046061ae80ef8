package dev.flotilla.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.Outcome;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients of the store ask, as histories have it. */
class PairHistoryTest {
  private static final long SEED = 7;

  @TempDir private Path directory;

  @Test
  void everyCommandIsALineOfTheModelOfRegisters() throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (History history = History.begin(file, "register", "by hand", SEED)) {
      add(history, PairCommand.get("a"), "-");
      add(history, PairCommand.put("a", "x"), "-");
      add(history, PairCommand.compareAndSet("a", Optional.of("x"), "y"), "=x");
      add(history, PairCommand.delete("a"), "=y");
      add(history, PairCommand.add("c", 4), "4");
    }
    assertThat(Files.readAllLines(file).stream().map(PairHistoryTest::withoutTimes))
        .containsExactly(
            "{\"model\":\"register\",\"name\":\"by hand\",\"seed\":7}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"get\",T,\"result\":null}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"put\",\"value\":\"x\",T,\"before\":null}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"compare-and-set\",\"value\":\"y\","
                + "\"expect\":\"x\",T,\"before\":\"x\"}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"delete\",T,\"before\":\"y\"}",
            "{\"client\":1,\"key\":\"c\",\"op\":\"add\",\"value\":\"4\",T,\"result\":\"4\"}");
  }

  @Test
  void noValueIsDrawnTwiceAndEveryKeyIsKnownInTheEnd() {
    PairWorkload workload = new PairWorkload();
    Random random = new Random(SEED);
    Set<String> values = new HashSet<>();
    Set<String> keys = new HashSet<>();
    int writes = 0;
    for (int i = 0; i < 10_000; i++) {
      PairCommand command = workload.next(random);
      keys.add(command.key());
      if (command.op().equals("put")) {
        writes++;
        values.add(command.value().orElseThrow());
      } else if (command.op().equals("add")) {
        assertThat(Long.parseLong(command.value().orElseThrow()))
            .as("seed " + SEED)
            .isPositive()
            .isEven();
      }
    }
    assertThat(values).as("seed " + SEED).hasSize(writes);
    assertThat(workload.keys()).containsAll(keys);
  }

  @Test
  void whatIsExpectedIsWhatWasSeen() {
    PairWorkload workload = new PairWorkload();
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      PairCommand command = workload.next(random);
      Optional<String> seen = Optional.of("seen in " + command.key());
      if (command.op().equals("compare-and-set") && !expectsNothing(command)) {
        assertThat(command.more()).as("seed " + SEED).isEqualTo(List.of("expect", seen));
        return;
      }
      workload.saw(PairCommand.get(command.key()), History.Answer.result(seen));
    }
    throw new AssertionError("nothing was expected, seed " + SEED);
  }

  @Test
  void aHistoryIsTamperedWithAtOneAdditionOfItsSecondHalf() {
    List<String> history =
        List.of(
            "{\"model\":\"register\"}",
            line("add", "\"value\":\"4\",", "\"result\":\"4\""),
            line("get", "", "\"result\":\"4\""),
            line("add", "\"value\":\"6\",", "\"result\":\"10\""));
    assertThat(Tampering.LOST.of(history).subList(0, 4)).isEqualTo(history);
    assertThat(Tampering.LOST.of(history).get(4))
        .isEqualTo(
            "{\"client\":2147483647,\"key\":\"c\",\"op\":\"add\",\"value\":\"1\",\"call\":9,"
                + "\"return\":10,\"outcome\":\"done\"}");
    assertThat(Tampering.DOUBLED.of(history))
        .containsExactly(
            history.get(0),
            history.get(1),
            history.get(2),
            line("add", "\"value\":\"3\",", "\"result\":\"7\""));
    assertThatThrownBy(() -> Tampering.LOST.of(history.subList(0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static boolean expectsNothing(PairCommand set) {
    return set.more().equals(List.of("expect", Optional.empty()));
  }

  private static String line(String op, String value, String result) {
    return "{\"client\":1,\"key\":\"c\",\"op\":\"%s\",%s\"call\":5,\"return\":9,\"outcome\":\"done\",%s}"
        .formatted(op, value, result);
  }

  private static void add(History history, PairCommand command, String answer) {
    long now = System.nanoTime();
    History.Answer told = command.answer(Bytes.utf8(answer));
    history.add(1, command, now, new Outcome.Done<>(told));
  }

  private static String withoutTimes(String line) {
    return line.replaceAll("\"call\":\\d+,\"return\":\\d+,\"outcome\":\"done\"", "T");
  }
}
