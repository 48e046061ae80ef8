package dev.flotilla.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.ClaimId;
import dev.flotilla.recipes.state.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** What this client holds or waits for. Any thread. */
final class ActiveClaim {
  /** What it has got. */
  record Granted(long token, Bytes data) {}

  private final ClaimId id;
  private final Kind kind;
  private final OwnerLease owner;
  private final Executor losses;
  private final CompletableFuture<Granted> granted = new CompletableFuture<>();

  // Guarded by this.
  private final List<Runnable> whenLost = new ArrayList<>();
  private boolean isOver;
  private boolean isLost;
  private volatile boolean isQueued;
  private final AtomicBoolean isAsked = new AtomicBoolean();

  ActiveClaim(ClaimId id, Kind kind, OwnerLease owner, Executor losses) {
    this.id = id;
    this.kind = kind;
    this.owner = owner;
    this.losses = losses;
  }

  ClaimId id() {
    return id;
  }

  Kind kind() {
    return kind;
  }

  OwnerLease owner() {
    return owner;
  }

  /** Completes when it is held; fails with {@link ClaimLost} if it never will be. */
  CompletableFuture<Granted> granted() {
    return granted;
  }

  /** The group has answered that it waits. */
  void queue() {
    isQueued = true;
  }

  /**
   * Whether nobody is asking how it stands; the caller asks now, and says when it has learnt it.
   */
  boolean beginAsking() {
    return isAsked.compareAndSet(false, true);
  }

  void endAsking() {
    isAsked.set(false);
  }

  boolean isWaiting() {
    return isQueued && !granted.isDone();
  }

  synchronized boolean isHeld() {
    return granted.isDone() && !isOver && owner.isHeld();
  }

  /** How long it is held yet, if the group confirms nothing more. */
  synchronized Duration left() {
    boolean isHeld = isHeld();
    return isHeld ? Duration.ofNanos(Math.max(0, owner.leftNanos())) : Duration.ZERO;
  }

  /** Calls once it is lost, or at once if it is; never after it was released. */
  void onLost(Runnable told) {
    synchronized (this) {
      if (!isOver) {
        whenLost.add(told);
        return;
      }
      if (!isLost) {
        return;
      }
    }
    losses.execute(told);
  }

  /** Returns whether it was there until now. */
  synchronized boolean release() {
    boolean wasThere = !isOver;
    isOver = true;
    whenLost.clear();
    return wasThere;
  }

  /** The lease of the owner has ended. */
  void lose() {
    List<Runnable> told;
    synchronized (this) {
      if (isOver) {
        return;
      }
      isOver = true;
      isLost = true;
      told = List.copyOf(whenLost);
      whenLost.clear();
    }
    granted.completeExceptionally(new ClaimLost());
    told.forEach(losses::execute);
  }
}
