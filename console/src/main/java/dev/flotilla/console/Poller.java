package dev.flotilla.console;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a source on a thread of its own, while somebody watches. Any thread may call. */
final class Poller implements AutoCloseable {
  /** A read that takes longer has failed. */
  static final int MAX_READ_SECONDS = 30;

  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Takes what was read, on the thread of the poller. */
  interface Sink {
    void read(ConsoleState state);

    void failed(Throwable cause);

    /** About once a second. */
    void tick();
  }

  private final ConsoleSource source;
  private final BooleanSupplier isWatched;
  private final Sink sink;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Poller::daemon);

  // On the thread of the timer.
  private final Pace pace;
  private boolean scheduled;

  /**
   * A poller that has not read yet.
   *
   * @param pauseNanos the shortest time between the beginnings of two reads
   */
  Poller(ConsoleSource source, long pauseNanos, BooleanSupplier isWatched, Sink sink) {
    this.pace = new Pace(pauseNanos);
    this.source = source;
    this.isWatched = isWatched;
    this.sink = sink;
  }

  void start() {
    later(this::tick, TICK_NANOS);
  }

  /** Somebody watches now. */
  void wake() {
    run(this::step);
  }

  /** Something has happened: reads once, also if nobody watches. */
  void askOnce() {
    run(
        () -> {
          pace.askOnce();
          step();
        });
  }

  /** Runs something on the thread of the poller; nothing any more once it is closed. */
  void run(Runnable task) {
    later(task, 0);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "flotilla-console");
    thread.setDaemon(true);
    return thread;
  }

  private void later(Runnable task, long delayNanos) {
    try {
      ScheduledFuture<?> unused =
          timer.schedule(() -> attempt(task), delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // It is closed.
    }
  }

  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.warn("The console has failed at a step; it goes on", e);
    }
  }

  private void step() {
    long now = System.nanoTime();
    if (pace.begins(now, isWatched.getAsBoolean())) {
      read();
    } else if (pace.isWaiting(isWatched.getAsBoolean()) && !scheduled) {
      scheduled = true;
      later(this::stepLater, pace.waitNanos(now));
    }
  }

  private void stepLater() {
    scheduled = false;
    step();
  }

  private void tick() {
    sink.tick();
    later(this::tick, TICK_NANOS);
  }

  private void read() {
    CompletionStage<ConsoleState> stage;
    try {
      stage = source.read();
    } catch (RuntimeException e) {
      stage = CompletableFuture.failedStage(e);
    }
    // A copy: the time limit must not end what belongs to the source.
    CompletableFuture<ConsoleState> unused =
        stage
            .thenApply(state -> state)
            .toCompletableFuture()
            .orTimeout(MAX_READ_SECONDS, TimeUnit.SECONDS)
            .whenComplete((state, failure) -> run(() -> ended(state, failure)));
  }

  private void ended(@Nullable ConsoleState state, @Nullable Throwable failure) {
    pace.ended();
    try {
      if (state != null) {
        sink.read(state);
      } else if (failure != null) {
        sink.failed(failure);
      }
    } finally {
      step();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
