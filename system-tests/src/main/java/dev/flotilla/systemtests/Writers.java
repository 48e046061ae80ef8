package dev.flotilla.systemtests;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * Clients that have commands executed, one after another each, until they are stopped. A command
 * whose outcome is unknown is left so. Any thread.
 */
public final class Writers {
  private static final Patience PATIENCE =
      new Patience(Duration.ofMinutes(5), Duration.ofMillis(1));

  /** How a command ended. */
  public enum End {
    /** A client knows that it was executed. */
    ACKNOWLEDGED,
    /** A client knows that it never will be. */
    REFUSED,
    /** No client knows. */
    UNKNOWN
  }

  /** One client. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Has a command executed; the stage never fails.
     *
     * @param number from 1 on
     */
    CompletionStage<End> write(int number);
  }

  private final Executor between;

  /** Guarded by this. */
  private final Map<End, Integer> counts = new EnumMap<>(End.class);

  private volatile boolean running = true;

  /** Guarded by this. */
  private int writing;

  /** Clients that pause so long between two commands, or not at all. */
  public Writers(long pauseMillis) {
    // On another thread, since a refusal at once would come back deeper and deeper.
    between =
        pauseMillis == 0
            ? ForkJoinPool.commonPool()
            : CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS);
  }

  /** Has one more client begin. */
  public void start(Writer writer) {
    synchronized (this) {
      writing++;
    }
    next(writer, 1);
  }

  private void next(Writer writer, int number) {
    if (!running) {
      synchronized (this) {
        writing--;
      }
      return;
    }
    writer
        .write(number)
        .thenAccept(
            end -> {
              synchronized (this) {
                counts.merge(end, 1, Integer::sum);
              }
              between.execute(() -> next(writer, number + 1));
            });
  }

  /** How many commands ended so. */
  public synchronized int count(End end) {
    return counts.getOrDefault(end, 0);
  }

  /**
   * Waits until so many more are acknowledged; blocks.
   *
   * @throws IOException if that takes more than five minutes
   */
  public void awaitAcknowledged(int more) throws IOException, InterruptedException {
    int wanted = count(End.ACKNOWLEDGED) + more;
    PATIENCE.await(
        "fewer than " + more + " commands were executed", () -> count(End.ACKNOWLEDGED) >= wanted);
  }

  /**
   * Lets each client finish the command that it waits for.
   *
   * @throws IOException if that takes more than five minutes
   */
  public void stop() throws IOException, InterruptedException {
    leave();
    awaitEnd(PATIENCE);
  }

  /** Waits until each client has finished, after it was told to. */
  public void awaitEnd(Patience patience) throws IOException, InterruptedException {
    patience.await("a client still waits", this::isIdle);
  }

  private synchronized boolean isIdle() {
    return writing == 0;
  }

  /** Asks for nothing more; what is under way is not waited for. */
  public void leave() {
    running = false;
  }
}
