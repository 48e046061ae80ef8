package dev.flotilla.node.loop;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the four loops of a node have in common: a bell, a life, and an orderly end.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public abstract class NodeLoop implements DutyCycle {
  private final String name;
  private final Doorbell bell;
  private final NodeLifecycle life;
  private final AtomicBoolean ended = new AtomicBoolean();

  public NodeLoop(String name, Doorbell bell, NodeLifecycle life) {
    this.name = name;
    this.bell = bell;
    this.life = life;
  }

  @Override
  public final int doWork() {
    if (life.isOver()) {
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

  /**
   * Whether the next duty cycle neither blocks nor takes long, on the thread that runs the loop.
   */
  public boolean isNextCycleShort() {
    return true;
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

  /** Answers all who wait for this loop. Nothing reaches it afterwards. */
  public abstract void abandon();
}
