package dev.flotilla.bdb.database;

import dev.flotilla.node.statemachine.DamagedFolder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Forces the database every so many commands or bytes, then writes the {@link CheckpointRecord}, on
 * a thread of its own: a force takes 5 to 70 ms, and commands need not wait for it.
 *
 * <p>The apply thread counts and asks; at most one checkpoint is under way. A force that failed is
 * never tried again: the next command is refused. With each, what was damaged before makes room if
 * that is wanted.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class Checkpointer implements AutoCloseable {
  private static final long CLOSE_SECONDS = 60;

  private final StoreKind kind;
  private final StoreDatabase database;
  private final CheckpointRecord record;
  private final DatabaseLimits limits;
  private final DamagedFolder damaged;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(this::daemon);
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile @Nullable Throwable failure;

  // Owned by the apply thread.
  private long commandsSince;
  private long bytesSince;

  public Checkpointer(
      StoreKind kind,
      StoreDatabase database,
      CheckpointRecord record,
      DatabaseLimits limits,
      DamagedFolder damaged) {
    this.kind = kind;
    this.database = database;
    this.record = record;
    this.limits = limits;
    this.damaged = damaged;
  }

  /**
   * Counts what was applied and starts a checkpoint when one is due.
   *
   * @param lastApplied up to which the database now goes
   */
  public void applied(long lastApplied, int commands, long bytes) {
    commandsSince += commands;
    bytesSince += bytes;
    boolean due =
        commandsSince >= limits.checkpointCommands() || bytesSince >= limits.checkpointBytes();
    if (due && underWay.compareAndSet(false, true)) {
      commandsSince = 0;
      bytesSince = 0;
      thread.execute(
          () -> {
            try {
              checkpoint(lastApplied);
            } finally {
              underWay.set(false);
            }
          });
    }
  }

  /**
   * Makes a checkpoint now, and waits for it. Any thread but this one's own.
   *
   * @param lastApplied up to which the database goes at least
   */
  public void force(long lastApplied) throws IOException {
    try {
      thread.submit(() -> checkpoint(lastApplied)).get();
      requireSound();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (ExecutionException e) {
      throw new IOException("the " + kind.noun() + " could not be forced to disk", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "interrupted while the " + kind.noun() + " was forced to disk");
    }
  }

  /** Throws what the last checkpoint failed with. */
  public void requireSound() {
    Throwable cause = failure;
    if (cause != null) {
      throw new UncheckedIOException(
          new IOException(
              "the %s could not be forced to disk: %s".formatted(kind.noun(), cause.getMessage()),
              cause));
    }
  }

  /** Waits for a checkpoint under way. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "a force of the %s has taken more than %s s".formatted(kind.noun(), CLOSE_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "interrupted while the " + kind.noun() + " was forced to disk", e);
    }
  }

  private void checkpoint(long lastApplied) {
    try {
      database.force();
      if (lastApplied > record.index().orElse(0)) {
        record.write(lastApplied);
      }
      damaged.giveWay();
    } catch (Throwable e) {
      // An error, too: its thread is the executor's, and nobody else would learn of it.
      failure = e;
    }
  }

  private Thread daemon(Runnable loop) {
    Thread thread = new Thread(loop, "flotilla-" + kind.slug() + "-checkpoint");
    thread.setDaemon(true);
    return thread;
  }
}
