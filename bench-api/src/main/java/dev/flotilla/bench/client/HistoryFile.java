package dev.flotilla.bench.client;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A history of inserts and reads as lines of JSON, to be judged by the model {@code register} of
 * docs/reference/history-format.md: an insert puts 1 under its uid, a read finds 1 or nothing.
 *
 * <p><b>Thread.</b> Any; lines are written one after the other.
 */
final class HistoryFile implements AutoCloseable {
  private static final String HEADER = "{\"model\":\"register\",\"name\":\"inserts and reads\"}";

  /** Half of the reads ask for one of so many commands that were sent last. */
  private static final int RECENT = 8;

  private final BufferedWriter file;
  private final long beganNanos = System.nanoTime();
  private final AtomicInteger clients = new AtomicInteger();
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();

  /** Guarded by itself. */
  private final List<String> sent = new ArrayList<>();

  private record Pending(int client, long called) {}

  private HistoryFile(BufferedWriter file) {
    this.file = file;
  }

  /** Begins a history; a file that is there is replaced. */
  static HistoryFile begin(Path file) throws IOException {
    HistoryFile history = new HistoryFile(Files.newBufferedWriter(file));
    history.line(HEADER);
    return history;
  }

  /** The number of another client. */
  int nextClient() {
    return clients.getAndIncrement();
  }

  /** An insert begins. */
  void inserting(int client, String uid) {
    pending.put(uid, new Pending(client, System.nanoTime()));
    synchronized (sent) {
      sent.add(uid);
    }
  }

  /** An insert was answered: {@code done} or {@code refused}. */
  void inserted(String uid, String outcome) {
    end(uid, ended(outcome));
  }

  /** Nobody knows what became of an insert. */
  void unknownInsert(String uid) {
    end(uid, "\"outcome\":\"unknown\"");
  }

  private void end(String uid, String fields) {
    Pending insert = pending.remove(uid);
    if (insert != null) {
      String put = "\"op\":\"put\",\"key\":\"%s\",\"value\":1".formatted(uid);
      operation(insert.client(), put, insert.called(), fields);
    }
  }

  /** A read was answered. */
  void read(int client, String uid, long called, boolean found) {
    String get = "\"op\":\"get\",\"key\":\"%s\"".formatted(uid);
    operation(client, get, called, ended("done") + ",\"result\":" + (found ? "1" : "null"));
  }

  /** The uids of all inserts so far, answered or not. */
  List<String> sent() {
    synchronized (sent) {
      return List.copyOf(sent);
    }
  }

  /** The uid of an insert, answered or not; often a late one. */
  String oneOfSent(SplittableRandom random) {
    synchronized (sent) {
      if (sent.isEmpty()) {
        return "nothing-yet";
      }
      int among = random.nextBoolean() ? Math.min(RECENT, sent.size()) : sent.size();
      return sent.get(sent.size() - 1 - random.nextInt(among));
    }
  }

  private String ended(String outcome) {
    return "\"return\":%s,\"outcome\":\"%s\"".formatted(System.nanoTime() - beganNanos, outcome);
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

  /** Ends the history; inserts that have not ended are unknown. */
  @Override
  public void close() throws IOException {
    List.copyOf(pending.keySet()).forEach(this::unknownInsert);
    synchronized (this) {
      file.close();
    }
  }
}
