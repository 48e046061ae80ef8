package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.RetryPolicy;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CallLineTest {
  private static final int MAX_UNDER_WAY = 4;

  private final PumpedSchedule schedule = new PumpedSchedule();
  private final CallLine line = new CallLine(schedule, MAX_UNDER_WAY, 3);
  private final Servers servers = new Servers(() -> {});
  private final Map<String, Named> calls = new HashMap<>();
  private final List<String> begun = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private int ready;

  CallLineTest() {
    servers.found(URI.create("http://127.0.0.1:1/RAFT_Service"));
  }

  private final class Named extends Call<String, String> {
    private final String name;
    private final boolean isNumbered;

    Named(Context context, String name, boolean isNumbered, long timeoutMillis) {
      super(context, servers, timeoutMillis);
      this.name = name;
      this.isNumbered = isNumbered;
    }

    @Override
    boolean needsNumber() {
      return isNumbered;
    }

    @Override
    boolean isReady() {
      if (ready == 0) {
        return false;
      }
      ready--;
      return true;
    }

    @Override
    void attempt(URI server, long leftMillis) {
      begun.add(name);
    }

    @Override
    public void answered(String answer) {
      end(answer);
    }

    @Override
    String refusal(RefusalReason reason, String detail) {
      refused.add(name);
      return reason + ": " + detail;
    }

    @Override
    String uncertainty(RefusalReason reason, String detail) {
      return "unknown: " + detail;
    }
  }

  private String enter(String name, long withinMillis) {
    return enter(name, false, withinMillis);
  }

  /** How the call has ended already, if it has. */
  private String enter(String name, boolean isNumbered, long withinMillis) {
    Call.NoServer noServer =
        new Call.NoServer() {
          @Override
          public String explanation() {
            return "";
          }

          @Override
          public boolean isFinal(long searchedNanos) {
            return false;
          }
        };
    PinnedGroup group = new PinnedGroup("test", Optional.empty(), Optional.empty(), false);
    Named call =
        new Named(
            new Call.Context(
                line, schedule, RetryPolicy.DEFAULT, new SplittableRandom(1), group, noServer),
            name,
            isNumbered,
            withinMillis);
    calls.put(name, call);
    line.enter(call);
    return end(name);
  }

  private String end(String name) {
    return calls.get(name).end().toCompletableFuture().getNow("under way");
  }

  @Test
  void callsBeginInOrderAsOthersEnd() {
    ready = 1;
    assertThat(enter("a", 1_000)).isEqualTo("under way");
    assertThat(enter("b", 1_000)).isEqualTo("under way");
    assertThat(enter("c", 1_000)).isEqualTo("under way");
    assertThat(begun).containsExactly("a");
    ready = 2;
    calls.get("a").answered("x");
    assertThat(end("a")).isEqualTo("x");
    assertThat(begun).containsExactly("a", "b", "c");
  }

  @Test
  void noMoreThanMayBeUnderWayBegin() {
    ready = 10;
    for (String each : List.of("a", "b", "c", "d", "e")) {
      enter(each, 1_000);
    }
    assertThat(begun).hasSize(MAX_UNDER_WAY);
    calls.get("b").answered("x");
    assertThat(begun).last().isEqualTo("e");
  }

  @Test
  void whoComesWhileOthersWaitStandsBehindThem() {
    enter("a", 1_000);
    ready = 1;
    enter("b", 1_000);
    assertThat(begun).containsExactly("a");
  }

  @Test
  void callsThatNeedNoNumberPassCommandsThatWaitForOne() {
    enter("command", true, 1_000);
    ready = 1;
    enter("read", false, 1_000);
    assertThat(begun).containsExactly("read");
    ready = 1;
    calls.get("read").answered("x");
    assertThat(begun).containsExactly("read", "command");
  }

  @Test
  void moreThanMayWaitAreRefused() {
    enter("a", 1_000);
    enter("b", 1_000);
    enter("c", 1_000);
    assertThat(refused).isEmpty();
    assertThat(enter("d", 1_000)).startsWith("BUSY: ");
    assertThat(refused).containsExactly("d");
  }

  @Test
  void whoseTimeIsOverIsToldSoAndNeverBegins() {
    enter("a", 10);
    enter("b", 10_000);
    schedule.runNext();
    assertThat(refused).containsExactly("a");
    assertThat(end("a")).startsWith("BUSY: no room within its time: ");
    ready = 2;
    enter("c", 10_000);
    assertThat(begun).containsExactly("b", "c");
  }

  @Test
  void whatACallSaysAfterItsEndMakesNoRoom() {
    ready = 10;
    for (String each : List.of("a", "b", "c", "d", "e", "f")) {
      enter(each, 1_000);
    }
    calls.get("a").answered("x");
    calls.get("a").answered("y");
    assertThat(end("a")).isEqualTo("x");
    assertThat(begun).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void allAreToldWhenTheLineCloses() {
    ready = 1;
    enter("under way", 1_000);
    enter("a", 1_000);
    enter("b", 1_000);
    line.close();
    assertThat(refused).containsExactly("a", "b");
    assertThat(end("a")).isEqualTo("CLOSED: the client was closed");
    assertThat(end("under way")).startsWith("unknown: the client was closed");
    assertThat(enter("c", 1_000)).isEqualTo("CLOSED: the client was closed");
  }
}
