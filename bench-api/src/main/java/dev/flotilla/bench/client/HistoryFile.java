package dev.flotilla.bench.client;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A history of inserts and reads as lines of JSON, to be judged by the model {@code register} of
 * docs/reference/history-format.md: an insert puts 1 under its uid, a read finds 1 or nothing.
 *
 * <p><b>Thread.</b> Any; lines are written one after the other.
 */
final class HistoryFile implements AutoCloseable {
  private static final String HEADER = "{\"model\":\"register\",\"name\":\"inserts and reads\"}";

  private final BufferedWriter file;
  private final long beganNanos = System.nanoTime();

  private HistoryFile(BufferedWriter file) {
    this.file = file;
  }

  /** Begins a history; a file that is there is replaced. */
  static HistoryFile begin(Path file) throws IOException {
    HistoryFile history = new HistoryFile(Files.newBufferedWriter(file));
    history.line(HEADER);
    return history;
  }

  /** An insert that was acknowledged or refused. */
  void inserted(int client, String uid, long called, long returned, boolean refused) {
    operation(client, put(uid), called, ended(returned, refused ? "refused" : "done"));
  }

  /** An insert of which nobody knows what became. */
  void unknownInsert(int client, String uid, long called) {
    operation(client, put(uid), called, "\"outcome\":\"unknown\"");
  }

  /** A read that was answered. */
  void read(int client, String uid, long called, long returned, boolean found) {
    String result = found ? "1" : "null";
    operation(
        client, get(uid), called, ended(returned, "done") + ",\"result\":%s".formatted(result));
  }

  private static String put(String uid) {
    return "\"op\":\"put\",\"key\":\"%s\",\"value\":1".formatted(uid);
  }

  private static String get(String uid) {
    return "\"op\":\"get\",\"key\":\"%s\"".formatted(uid);
  }

  private String ended(long returned, String outcome) {
    return "\"return\":%s,\"outcome\":\"%s\"".formatted(returned - beganNanos, outcome);
  }

  private void operation(int client, String what, long called, String end) {
    line("{\"client\":%s,%s,\"call\":%s,%s}".formatted(client, what, called - beganNanos, end));
  }

  private synchronized void line(String line) {
    try {
      file.write(line);
      file.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("the history cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
