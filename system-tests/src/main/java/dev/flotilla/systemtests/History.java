package dev.flotilla.systemtests;

import com.google.gson.stream.JsonWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Writes operations and faults to a file of JSON lines, in the format of
 * docs/reference/history-format.md.
 *
 * <p><b>Thread.</b> Any; each line is written under the lock of this object.
 */
public final class History implements AutoCloseable {
  private final BufferedWriter file;
  private final long beganNanos = System.nanoTime();

  /** Guarded by this. */
  private final Map<Operation.Outcome, Long> counts = new EnumMap<>(Operation.Outcome.class);

  private History(BufferedWriter file) {
    this.file = file;
  }

  /**
   * Begins a history.
   *
   * @param file replaced if it is there
   * @param model by which it is judged
   * @param name what was done, for people
   * @param seed of what was drawn
   */
  public static History begin(Path file, String model, String name, long seed) throws IOException {
    History history = new History(Files.newBufferedWriter(file));
    history.write(
        json -> {
          json.name("model").value(model);
          json.name("name").value(name);
          json.name("seed").value(seed);
        });
    return history;
  }

  /** Adds an operation that has ended, or that nobody waits for any longer. */
  public synchronized void add(Operation operation) {
    write(json -> writeOperation(json, operation));
    counts.merge(operation.outcome(), 1L, Long::sum);
    notifyAll();
  }

  /** Adds what was done to the servers; it constrains nothing, and is drawn beside operations. */
  public synchronized void addFault(String fault, String detail, long fromNanos, long toNanos) {
    write(
        json -> {
          json.name("fault").value(fault).name("detail").value(detail);
          json.name("call").value(fromNanos - beganNanos);
          json.name("return").value(toNanos - beganNanos);
        });
  }

  /** How many ended so. */
  public synchronized long count(Operation.Outcome outcome) {
    return counts.getOrDefault(outcome, 0L);
  }

  /** How many there are. */
  public synchronized long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Waits until more operations have been executed; blocks.
   *
   * @return whether there were so many in time
   */
  public synchronized boolean awaitExecuted(long more, long timeoutMillis)
      throws InterruptedException {
    long wanted = count(Operation.Outcome.DONE) + more;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (count(Operation.Outcome.DONE) < wanted) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }

  private void writeOperation(JsonWriter json, Operation operation) throws IOException {
    json.name("client").value(operation.client());
    operation.command().writeTo(json);
    json.name("call").value(operation.callNanos() - beganNanos);
    if (operation.returnNanos().isPresent()) {
      json.name("return").value(operation.returnNanos().get() - beganNanos);
    }
    json.name("outcome").value(operation.outcome().name().toLowerCase(Locale.ROOT));
    if (operation.answer().isPresent()) {
      operation.answer().get().writeTo(json);
    }
  }

  private synchronized void write(Told members) {
    StringWriter line = new StringWriter();
    try (JsonWriter json = new JsonWriter(line)) {
      json.beginObject();
      members.writeTo(json);
      json.endObject();
      file.append(line.getBuffer()).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
