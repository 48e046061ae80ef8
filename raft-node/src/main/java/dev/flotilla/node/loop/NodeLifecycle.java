package dev.flotilla.node.loop;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a node runs, why it stopped, and when the last of its loops has ended. Any thread.
 *
 * <p>A node stops once, for the first reason given: it was closed, or something broke. The loops
 * see it before their next duty cycle, and the last one to end releases what they shared.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class NodeLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger("dev.flotilla.node.RaftNode");

  private final String node;
  private volatile @Nullable Throwable cause;

  /** Written after the cause, read in each duty cycle. */
  volatile NodeState state = NodeState.RUNNING;

  private final AtomicInteger loopsLeft;
  private final Runnable wakeLoops;
  private final Runnable release;
  private volatile boolean isReleasedElsewhere;
  private volatile @Nullable Thread releasing;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  /**
   * Starts the life of a node.
   *
   * @param wakeLoops called when the node is to stop
   * @param release called once, by the last loop to end
   */
  public NodeLifecycle(String node, int loops, Runnable wakeLoops, Runnable release) {
    this.node = node;
    this.loopsLeft = new AtomicInteger(loops);
    this.wakeLoops = wakeLoops;
    this.release = release;
  }

  /** Names the node in logs. */
  public String node() {
    return node;
  }

  public boolean isOver() {
    return state != NodeState.RUNNING;
  }

  /** What broke; empty while the node runs, and if it was closed. */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(cause);
  }

  /** Why no request can be served any more, in words for a client. */
  public String reason() {
    Throwable failure = cause;
    return failure == null ? "the server was closed" : "the server failed: " + failure;
  }

  /** Stops the node, loudly. What was in doubt stays in doubt: nothing is retried. */
  void fail(Throwable failure) {
    if (decide(NodeState.FAILED, failure)) {
      wakeLoops.run();
      LOG.error("{} stops: {}", node, failure.toString(), failure);
    } else {
      LOG.warn("{} was stopping already when it met {}", node, failure.toString(), failure);
    }
  }

  /** Stops the node on request. */
  public void close() {
    if (decide(NodeState.CLOSED, null)) {
      wakeLoops.run();
    }
  }

  private synchronized boolean decide(NodeState last, @Nullable Throwable failure) {
    if (isOver()) {
      return false;
    }
    cause = failure;
    state = last;
    return true;
  }

  /** Has a thread of its own release everything: a loop of the caller's must not block. */
  public void releaseElsewhere() {
    isReleasedElsewhere = true;
  }

  /** A loop has ended and will touch nothing any more. */
  void loopEnded() {
    if (loopsLeft.decrementAndGet() > 0) {
      return;
    }
    if (isReleasedElsewhere) {
      Thread thread = new Thread(this::release, "flotilla-release");
      thread.setDaemon(true);
      releasing = thread;
      thread.start();
    } else {
      release();
    }
  }

  /** Waits until everything is released, if every loop has ended. */
  public void awaitRelease() {
    Thread thread = releasing;
    boolean interrupted = false;
    while (thread != null && thread.isAlive() && thread != Thread.currentThread()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void release() {
    try {
      release.run();
    } catch (Throwable e) {
      LOG.warn("{} did not release everything", node, e);
    } finally {
      completeStopped();
    }
  }

  private void completeStopped() {
    Throwable failure = cause;
    if (failure == null) {
      stopped.complete(null);
    } else {
      stopped.completeExceptionally(failure);
    }
  }

  /** Completes when every loop has ended and everything is released; fails if the node failed. */
  public CompletionStage<Void> stopped() {
    return stopped.minimalCompletionStage();
  }
}
