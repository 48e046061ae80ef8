package dev.flotilla.systemtests;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.flotilla.Outcome;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes operations and faults to a file of JSON lines, in the format of
 * docs/reference/history-format.md.
 *
 * <p><b>Thread.</b> Any; each line is written under the lock of this object.
 */
public final class History implements AutoCloseable {
  private static final Gson GSON = new Gson();
  private static final long PATIENCE_MINUTES = 5;

  /** What a line says about a command or its answer. */
  public interface Told {
    /** The names and values of members of the line's object, in turn; an empty one is null. */
    List<?> members();
  }

  /**
   * One text that a client was answered.
   *
   * @param name of the member of the line
   * @param text absent where there is none
   */
  public record Answer(String name, Optional<String> text) implements Told {
    /** What an operation has as its result. */
    public static Answer result(Optional<String> text) {
      return new Answer("result", text);
    }

    @Override
    public List<?> members() {
      return List.of(name, text);
    }
  }

  /** How an operation ended, as its client may know it. */
  public enum End {
    /** Executed once, before it returned. */
    DONE,
    /** Executed once, and the state was not as the command wanted it. */
    REJECTED,
    /** It did not happen and never will. */
    REFUSED,
    /** It may happen at any time after it was asked, or never. */
    UNKNOWN;

    private static End of(Outcome<?> outcome) {
      if (outcome instanceof Outcome.Rejected) {
        return REJECTED;
      } else if (outcome instanceof Outcome.Refused) {
        return REFUSED;
      }
      return outcome instanceof Outcome.Unknown ? UNKNOWN : DONE;
    }
  }

  private final BufferedWriter file;
  private final long beganNanos = System.nanoTime();
  private final AtomicInteger clients = new AtomicInteger();

  /** Guarded by this. */
  private final Map<End, Long> counts = new EnumMap<>(End.class);

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
    history.write(List.of("model", model, "name", name, "seed", seed));
    return history;
  }

  /** The number of one more client. */
  public int nextClient() {
    return clients.getAndIncrement();
  }

  /**
   * Adds an operation that ends now, as the library has it.
   *
   * @param client never has two operations at a time
   * @param command what it asked
   * @param calledNanos when it asked, by {@link System#nanoTime}
   */
  public End add(int client, Told command, long calledNanos, Outcome<? extends Told> outcome) {
    End end = End.of(outcome);
    List<?> answer =
        outcome instanceof Outcome.Done<? extends Told> done ? done.result().members() : List.of();
    add(client, command, calledNanos, end, answer);
    return end;
  }

  /** Adds an operation without an answer that ends now, if ever. */
  public void add(int client, Told command, long calledNanos, End end) {
    add(client, command, calledNanos, end, List.of());
  }

  private synchronized void add(
      int client, Told command, long calledNanos, End end, List<?> answer) {
    List<Object> members = new ArrayList<>(List.of("client", client));
    members.addAll(command.members());
    members.addAll(List.of("call", calledNanos - beganNanos));
    if (end != End.UNKNOWN) {
      members.addAll(List.of("return", System.nanoTime() - beganNanos));
    }
    members.addAll(List.of("outcome", end.name().toLowerCase(Locale.ROOT)));
    members.addAll(answer);
    write(members);
    counts.merge(end, 1L, Long::sum);
    notifyAll();
  }

  /** Adds what was done to the servers until now; it is drawn beside operations. */
  public synchronized void addFault(String fault, String detail, long fromNanos) {
    long from = fromNanos - beganNanos;
    long to = System.nanoTime() - beganNanos;
    write(List.of("fault", fault, "detail", detail, "call", from, "return", to));
  }

  /** How many ended so. */
  public synchronized long count(End outcome) {
    return counts.getOrDefault(outcome, 0L);
  }

  /** How many there are. */
  public synchronized long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many operations there are, and how they ended. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%,d operations (%,d executed, %,d rejected, %,d refused, %,d unknown)",
        count(),
        count(End.DONE),
        count(End.REJECTED),
        count(End.REFUSED),
        count(End.UNKNOWN));
  }

  /**
   * Waits until more operations have been executed; blocks for five minutes at the most.
   *
   * @throws IOException if that does not come
   */
  public void awaitExecuted(long more) throws IOException, InterruptedException {
    if (!awaitExecuted(more, TimeUnit.MINUTES.toMillis(PATIENCE_MINUTES))) {
      throw new IOException(
          "the group executed fewer than " + more + " operations within five minutes");
    }
  }

  /**
   * Waits until more operations have been executed; blocks.
   *
   * @return whether there were so many in time
   */
  synchronized boolean awaitExecuted(long more, long timeoutMillis) throws InterruptedException {
    long wanted = count(End.DONE) + more;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (count(End.DONE) < wanted) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Waits until there are so many operations, as long as some are executed. */
  public void awaitOperations(long count) throws IOException, InterruptedException {
    while (count() < count) {
      awaitExecuted(1);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }

  private synchronized void write(List<?> members) {
    JsonObject line = new JsonObject();
    for (int i = 0; i < members.size(); i += 2) {
      Object value = members.get(i + 1);
      line.add(
          members.get(i).toString(),
          GSON.toJsonTree(value instanceof Optional<?> some ? some.orElse(null) : value));
    }
    try {
      file.append(line.toString()).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
