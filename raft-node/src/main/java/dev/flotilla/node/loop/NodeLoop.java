package dev.flotilla.node.loop;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the four loops of a node have in common: a bell, a life, and an orderly end; and the thread
 * that runs one, unless a {@link SharedLoopRunner} or a simulator does.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public abstract class NodeLoop implements DutyCycle, LoopRunner {
  private static final Logger LOG = LoggerFactory.getLogger("dev.flotilla.node.RaftNode");

  /** That of the node. */
  protected final Clock clock;

  final Doorbell bell;
  final NodeLifecycle life;
  private final String name;
  private final AtomicBoolean ended = new AtomicBoolean();
  private @Nullable Thread thread;

  public NodeLoop(String name, Doorbell bell, NodeLifecycle life, Clock clock) {
    this.name = name;
    this.bell = bell;
    this.life = life;
    this.clock = clock;
  }

  @Override
  public final int doWork() {
    if (life.state != NodeState.RUNNING) {
      end(null);
      return 0;
    }
    try {
      return cycle();
    } catch (Throwable failure) {
      end(failure);
      return 0;
    }
  }

  /** Does what is waiting, at most one bounded batch of it; whatever it throws stops the node. */
  public abstract int cycle() throws IOException;

  @Override
  public final String name() {
    return name;
  }

  @Override
  public long nextDeadlineNanos() {
    return Long.MAX_VALUE;
  }

  /** How long whoever closes the node waits for this loop to end, in milliseconds; 0 for ever. */
  public long maxEndMillis() {
    return 0;
  }

  public final Doorbell bell() {
    return bell;
  }

  public final NodeLifecycle life() {
    return life;
  }

  /** Whether its node runs. */
  public final NodeState state() {
    return life.state;
  }

  /** Gives the loop a thread of its own, which sleeps when there is nothing to do. */
  public final LoopRunner onThread(String threadName) {
    thread = new Thread(this::run, threadName);
    // Said and not inherited: a node starts on whichever thread, the application's or a device's.
    thread.setDaemon(true);
    return this;
  }

  @Override
  public final void start() {
    Objects.requireNonNull(thread).start();
  }

  @Override
  public final boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  @Override
  public final void join() {
    Thread running = Objects.requireNonNull(thread);
    boolean interrupted = false;
    boolean isGivenUp = false;
    while (!isGivenUp && running.isAlive() && !isCurrent()) {
      try {
        running.join(maxEndMillis());
        isGivenUp = running.isAlive();
      } catch (InterruptedException e) {
        // Ending half way would leave the files open: finish first, then hand the interrupt on.
        interrupted = true;
      }
    }
    if (isGivenUp) {
      LOG.warn(
          "{} has not ended after {} ms: what it calls has not returned yet, and the data directory"
              + " is in use until then",
          running.getName(),
          maxEndMillis());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      pump();
      end(null);
    } catch (Throwable failure) {
      // Whatever it is, and wherever: a node without this thread would go on and do nothing.
      end(failure);
    }
  }

  private void pump() {
    bell.bind();
    while (life.state == NodeState.RUNNING) {
      bell.clear();
      boolean isWorkLeft = doWork() > 0 && mayHaveMore();
      if (!isWorkLeft && life.state == NodeState.RUNNING) {
        bell.await(nanosToNextDeadline());
      }
    }
  }

  private long nanosToNextDeadline() {
    long deadline = nextDeadlineNanos();
    return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, deadline - clock.nanoTime());
  }

  /**
   * Ends the loop, once; on the thread that pumped it, or after that thread is gone.
   *
   * @param failure what broke it, if anything did
   */
  public final void end(@Nullable Throwable failure) {
    if (ended.getAndSet(true)) {
      return;
    }
    try {
      if (failure != null) {
        life.fail(failure);
      }
    } finally {
      leave();
    }
  }

  private void leave() {
    try {
      abandon();
    } finally {
      life.loopEnded();
    }
  }

  /** Calls a client back, and lets none of them break the thread that does so. */
  public static <T> void callBack(Consumer<? super T> answer, T outcome) {
    try {
      answer.accept(outcome);
    } catch (RuntimeException e) {
      LOG.warn("the receiver of an outcome failed", e);
    }
  }

  /** Answers all who wait for this loop. Nothing reaches it afterwards. */
  public abstract void abandon();
}
