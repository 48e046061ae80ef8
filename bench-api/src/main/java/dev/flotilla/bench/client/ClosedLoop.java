package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.Workload;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One client's closed loop: the next command is sent when the one before is answered, on the thread
 * that brought the answer, so that the load generator adds no hand-over between threads of its own.
 *
 * <p>A synchronous client answers within the call; then the loop stays on the thread that called
 * {@link #run} and the stack does not grow.
 *
 * <p><b>Thread.</b> The thread that holds the turn owns all fields; {@code turn} hands them over.
 */
final class ClosedLoop implements Loop, InsertListener {
  // A system that fails at once would otherwise be asked millions of times a second.
  private static final long PAUSE_AFTER_ERROR_MILLIS = 10;

  /** Where the command in flight stands. */
  private enum Turn {
    /** Some thread is inside the call. */
    SENDING,
    /** The call has returned, the answer has not come. */
    AWAITED,
    /** The answer came before the call returned. */
    ANSWERED
  }

  /** Sends one command or one read. */
  @FunctionalInterface
  interface Request {
    void send(InsertListener listener);
  }

  private final Request request;
  private final Tally tally;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.ANSWERED);
  private long sentNanos;

  ClosedLoop(BenchClient client, Workload workload, Tally tally) {
    this(listener -> client.insert(workload.next(), listener), tally);
  }

  /** A loop of requests of any kind. */
  ClosedLoop(Request request, Tally tally) {
    this.request = request;
    this.tally = tally;
  }

  /** A loop that reads what the client has written. */
  static ClosedLoop ofReads(BenchClient client, Workload workload, Tally tally) {
    return new ClosedLoop(listener -> client.read(workload.nextRead(), listener), tally);
  }

  /** Sends commands until one is not answered at once; the loop goes on where its answer comes. */
  @Override
  public void run() {
    while (tally.wantsMore()) {
      turn.set(Turn.SENDING);
      send();
      if (turn.compareAndSet(Turn.SENDING, Turn.AWAITED)) {
        return;
      }
    }
    ended.countDown();
  }

  private void send() {
    sentNanos = System.nanoTime();
    try {
      request.send(this);
    } catch (RuntimeException e) {
      failed("thrown-" + e.getClass().getSimpleName());
    }
  }

  @Override
  public void done() {
    tally.done(System.nanoTime() - sentNanos);
    goOn();
  }

  @Override
  public void failed(String kind) {
    tally.failed(kind);
    CompletableFuture.delayedExecutor(PAUSE_AFTER_ERROR_MILLIS, TimeUnit.MILLISECONDS)
        .execute(this::goOn);
  }

  private void goOn() {
    if (!turn.compareAndSet(Turn.SENDING, Turn.ANSWERED)) {
      run();
    }
  }

  /** Waits until the last command is answered; false if it takes too long. */
  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }
}
