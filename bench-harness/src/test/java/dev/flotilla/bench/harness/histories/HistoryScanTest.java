package dev.flotilla.bench.harness.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryScanTest {
  private static final String HEADER = "{\"model\":\"register\"}\n";

  @TempDir Path directory;

  @Test
  void aReadThatMissesAnAcknowledgedCommandShowsALoss() throws Exception {
    HistoryScan scan = scan(put("a", 10, 20) + get("a", 30, "null") + get("a", 5, "null"));

    assertThat(scan.lost()).containsExactly("a");
    assertThat(scan.reads()).isEqualTo(2);
  }

  @Test
  void aReadThatBeganBeforeTheAnswerMayMissTheCommand() throws Exception {
    HistoryScan scan = scan(put("a", 10, 20) + get("a", 19, "null") + get("a", 30, "1"));

    assertThat(scan.lost()).isEmpty();
  }

  @Test
  void aCommandOfUnknownFateCannotBeLost() throws Exception {
    String unknown =
        "{\"client\":0,\"op\":\"put\",\"key\":\"a\",\"call\":1,\"outcome\":\"unknown\"}\n";

    assertThat(scan(unknown + get("a", 30, "null")).lost()).isEmpty();
  }

  private HistoryScan scan(String lines) throws Exception {
    Path file = directory.resolve("history.jsonl");
    Files.writeString(file, HEADER + lines);
    return HistoryScan.of(file);
  }

  private static String put(String key, long called, long returned) {
    return "{\"client\":0,\"op\":\"put\",\"key\":\"%s\",\"value\":1,\"call\":%s,\"return\":%s,\"outcome\":\"done\"}\n"
        .formatted(key, called, returned);
  }

  private static String get(String key, long called, String result) {
    return "{\"client\":1,\"op\":\"get\",\"key\":\"%s\",\"call\":%s,\"return\":%s,\"outcome\":\"done\",\"result\":%s}\n"
        .formatted(key, called, called + 1, result);
  }
}
