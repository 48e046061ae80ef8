package dev.flotilla.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Outcome;
import dev.flotilla.client.RefusalReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The format that docs/reference/history-format.md describes and the checker reads. */
class HistoryTest {
  @TempDir private Path directory;

  @Test
  void everyOutcomeIsALineOfItsOwn() throws Exception {
    List<String> lines =
        written(
            history -> {
              long now = System.nanoTime();
              history.add(
                  1, new ListCommand.Append("a", 7), now, new Outcome.Done<>(contents(3, 7)));
              history.add(
                  1, new ListCommand.AppendAt("a", 5, 8), now, new Outcome.Rejected<>("length"));
              history.add(
                  1,
                  new ListCommand.Get("a"),
                  now,
                  new Outcome.Refused<>(RefusalReason.BUSY, "busy"));
              history.add(
                  1, new ListCommand.Append("a", 9), now, new Outcome.DoneWithoutResult<>("old"));
            });
    assertThat(lines.get(0)).isEqualTo("{\"model\":\"list\",\"name\":\"by hand\",\"seed\":42}");
    assertThat(lines.subList(1, 5).stream().map(HistoryTest::withoutTimes))
        .containsExactly(
            "{\"client\":1,\"key\":\"a\",\"op\":\"append\",\"value\":7,\"call\":T,\"return\":T,"
                + "\"outcome\":\"done\",\"result\":[3,7]}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"append-at\",\"value\":8,\"expect\":5,\"call\":T,"
                + "\"return\":T,\"outcome\":\"rejected\"}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"get\",\"call\":T,\"return\":T,"
                + "\"outcome\":\"refused\"}",
            "{\"client\":1,\"key\":\"a\",\"op\":\"append\",\"value\":9,\"call\":T,\"return\":T,"
                + "\"outcome\":\"done\"}");
  }

  @Test
  void anUnknownOutcomeHasNoReturn() throws Exception {
    List<String> lines =
        written(
            history ->
                history.add(
                    1,
                    new ListCommand.Append("a", 7),
                    System.nanoTime(),
                    new Outcome.Unknown<>("urn:uuid:1", "nobody answered")));
    assertThat(withoutTimes(lines.get(1)))
        .isEqualTo(
            "{\"client\":1,\"key\":\"a\",\"op\":\"append\",\"value\":7,\"call\":T,"
                + "\"outcome\":\"unknown\"}");
  }

  @Test
  void aFaultSaysWhatAndWhen() throws Exception {
    List<String> lines =
        written(
            history -> {
              long now = System.nanoTime();
              history.addFault(Faults.Fault.KILL_LEADER.toString(), "server-1", now);
            });
    assertThat(withoutTimes(lines.get(1)))
        .isEqualTo("{\"fault\":\"kill leader\",\"detail\":\"server-1\",\"call\":T,\"return\":T}");
  }

  @Test
  void onlyExecutedOperationsCountForWhoWaitsForThem() throws Exception {
    written(
        history -> {
          history.add(
              1, new ListCommand.Get("a"), 0, new Outcome.Refused<>(RefusalReason.BUSY, "busy"));
          assertThat(history.awaitExecuted(1, 1)).isFalse();
          assertThat(history.awaitExecuted(0, 1)).isTrue();
          assertThat(history.count()).isEqualTo(1);
        });
  }

  private interface Body {
    void write(History history) throws Exception;
  }

  private List<String> written(Body body) throws Exception {
    Path file = directory.resolve("history.jsonl");
    try (History history = History.begin(file, "list", "by hand", 42)) {
      body.write(history);
    }
    return Files.readAllLines(file);
  }

  private static Lists.Contents contents(long... values) {
    return new Lists.Contents(Arrays.stream(values).boxed().toList());
  }

  private static String withoutTimes(String line) {
    return line.replaceAll("\"(call|return)\":-?\\d+", "\"$1\":T");
  }
}
