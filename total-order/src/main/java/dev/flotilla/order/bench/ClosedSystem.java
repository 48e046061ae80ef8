package dev.flotilla.order.bench;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One process of a closed system: all processes broadcast, all deliver, and nobody else takes part.
 *
 * <p>Process 0 broadcasts a message by which all of them begin. At the end each process broadcasts
 * one more message; who has delivered those of all knows that nobody waits for anything any more.
 */
final class ClosedSystem implements TotalOrder.Deliveries {
  /** When a process broadcasts. */
  enum Mode {
    /** In turn: each broadcast follows the delivery of the one before. */
    TURNS,
    /** At once: a process follows the delivery of its own only. */
    FREE;

    static Mode parse(String text) {
      return switch (text) {
        case "turns" -> TURNS;
        case "free" -> FREE;
        default ->
            throw new IllegalArgumentException(
                "'%s' is no mode; use turns or free".formatted(text));
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Mode mode;
  private final int count;
  private final Bytes content;
  private final CompletableFuture<Long> ended = new CompletableFuture<>();

  /** Guarded by this, as all below. */
  private final List<Long> nanos = new ArrayList<>();

  private @Nullable TotalOrder order;
  private boolean isBegun;
  private long delivered;
  private long broadcasts;
  private long beginNanos;
  private long broadcastNanos;
  private long runNanos;

  /**
   * A process that does not run yet.
   *
   * @param size bytes of each message
   * @param count how many messages there are: of all processes in turns, of each one in free mode
   */
  ClosedSystem(Mode mode, int size, int count) {
    this.mode = mode;
    this.count = count;
    this.content = Bytes.wrap(new byte[size]);
  }

  /** This process is ready; process 0 is when all shall begin. */
  synchronized void ready(TotalOrder process) {
    order = process;
    if (isBegun) {
      begin(process);
    } else if (process.group().self() == 0) {
      process.broadcast(Bytes.EMPTY);
    }
  }

  private void begin(TotalOrder process) {
    beginNanos = System.nanoTime();
    proceed(process);
  }

  /** Completes with the time of the run in nanoseconds, when all processes have ended. */
  CompletableFuture<Long> ended() {
    return ended.copy();
  }

  /** From each own broadcast to its delivery here. */
  synchronized List<Long> nanos() {
    return List.copyOf(nanos);
  }

  @Override
  public synchronized void delivered(Delivery delivery) {
    TotalOrder process = order;
    boolean isFirst = !isBegun;
    isBegun = true;
    delivered += isFirst ? 0 : 1;
    if (process == null) {
      return; // It begins when it is ready.
    }
    if (isFirst) {
      begin(process);
      return;
    }
    if (delivery.id().origin() == process.group().self() && nanos.size() < broadcasts) {
      nanos.add(System.nanoTime() - broadcastNanos);
    }
    proceed(process);
  }

  private void proceed(TotalOrder process) {
    int size = process.group().size();
    long total = mode == Mode.TURNS ? count : (long) count * size;
    if (delivered >= total) {
      end(process, total + size);
    } else if (isDue(process.group().self(), size)) {
      broadcasts++;
      broadcastNanos = System.nanoTime();
      process.broadcast(content);
    }
  }

  private boolean isDue(int self, int size) {
    boolean isWaiting = nanos.size() < broadcasts;
    return !isWaiting && (mode == Mode.FREE ? broadcasts < count : delivered % size == self);
  }

  private void end(TotalOrder process, long last) {
    if (runNanos == 0) {
      runNanos = System.nanoTime() - beginNanos;
      process.broadcast(Bytes.EMPTY);
    }
    if (delivered == last) {
      ended.complete(runNanos);
    }
  }
}
