package dev.flotilla.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the owner of a client when it is needed, renews its lease three times within it, and closes
 * it at the next renewal when it is not needed any more. A lease that has ended is seen at its very
 * end. A long lease is renewed as often as one of {@link Recipes#DEFAULT_TTL}: the leases of others
 * end when the group executes a command, and who waits for that must not wait for long.
 *
 * <p>Any thread; renewals are on the timer and never block.
 */
final class OwnerKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerKeeper.class);
  private static final int RENEWALS = 3;
  private static final int TICKS = 12;

  /** Who needs an owner. */
  interface User {
    /** Whether it claims something. */
    boolean hasClaims();

    /** Whether it wants to hear when leases of others end, which takes somebody's renewals. */
    boolean hasListeners();
  }

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final long ttlMillis;
  private final long shortMillis;
  private final ScheduledExecutorService timer;
  private final User user;
  private final Consumer<OwnerLease> lost;

  // One thread at a time makes an owner. Taken before the monitor, which nobody holds while it
  // waits.
  private final ReentrantLock opening = new ReentrantLock();

  // Guarded by this.
  private @Nullable OwnerLease owner;
  private @Nullable OwnerLease renewing;
  private boolean isOpeningAgain;
  private boolean isClosed;

  /**
   * Begins to look at the lease.
   *
   * @param lost called when a lease has ended, on any thread
   */
  OwnerKeeper(
      FlotillaClient<RecipeCommand, RecipeAnswer> client,
      Duration ttl,
      ScheduledExecutorService timer,
      User user,
      Consumer<OwnerLease> lost) {
    this.client = client;
    this.ttlMillis = ttl.toMillis();
    this.shortMillis = Math.min(ttlMillis, Recipes.DEFAULT_TTL.toMillis());
    this.timer = timer;
    this.user = user;
    this.lost = lost;
    later(this::tick, tickMillis());
  }

  static IllegalStateException closed() {
    return new IllegalStateException("these recipes are closed; connect again");
  }

  /** Runs a task on the timer, unless this is closed. */
  void later(Runnable task, long afterMillis) {
    try {
      var unused = timer.schedule(task, afterMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed; the lease ends by itself");
    }
  }

  /** The owner, which is made if there is none. Blocks, but never while it holds the monitor. */
  OwnerLease owner(WaitLimit limit) throws InterruptedException {
    boolean isAlone = opening.tryLock(limit.leftNanos(), TimeUnit.NANOSECONDS);
    try {
      OwnerLease current = current();
      if (current != null && !current.isHeld()) {
        lose(current);
        current = null;
      }
      if (current != null) {
        return current;
      }
      long sentNanos = System.nanoTime();
      return opened(OwnerLease.of(open(limit), ttlMillis, sentNanos));
    } finally {
      if (isAlone) {
        opening.unlock();
      }
    }
  }

  /** An owner that nobody learns of ends by itself. */
  private RecipeResult open(WaitLimit limit) {
    if (limit.isBounded()) {
      return client.execute(open(), limit.left()).result();
    }
    try {
      return client.execute(open()).result();
    } catch (OutcomeUnknown e) {
      return client.executeAgain(open(), e.uid()).result();
    }
  }

  private RecipeCommand open() {
    return new RecipeCommand.Open(ttlMillis);
  }

  private synchronized @Nullable OwnerLease current() {
    requireOpen();
    return owner;
  }

  private void requireOpen() {
    if (isClosed) {
      throw closed();
    }
  }

  /** The first that was made stays; another one closes. */
  private synchronized OwnerLease opened(OwnerLease made) {
    if (owner != null || isClosed) {
      close(made);
    }
    requireOpen();
    if (owner == null) {
      owner = made;
    }
    return owner;
  }

  /** Ends an owner, without waiting for the group. */
  void close(OwnerLease lease) {
    var unused = client.submit(new RecipeCommand.Close(lease.id()));
  }

  /** Runs a task if this is still the owner, and before it can be closed; returns whether it is. */
  synchronized boolean ifCurrent(OwnerLease lease, Runnable task) {
    if (owner == lease) {
      task.run();
    }
    return owner == lease;
  }

  private long tickMillis() {
    return Math.max(1, shortMillis / TICKS);
  }

  /** On the timer: at each tick, and at the very end of the lease. */
  private void tick() {
    long nextMillis = tickMillis();
    try {
      OwnerLease current = look();
      if (current != null && current.isHeld()) {
        nextMillis = Math.min(nextMillis, 1 + TimeUnit.NANOSECONDS.toMillis(current.leftNanos()));
      }
    } catch (RuntimeException e) {
      LOG.warn("the renewal of a lease failed; it is tried again", e);
    }
    later(this::tick, nextMillis);
  }

  private @Nullable OwnerLease look() {
    OwnerLease current;
    synchronized (this) {
      current = owner;
      if (isClosed || (current == null && (isOpeningAgain || !user.hasListeners()))) {
        return null;
      }
      isOpeningAgain = current == null;
    }
    if (current == null) {
      openAgain();
    } else if (!current.isHeld()) {
      lose(current);
    } else if (current.sinceConfirmedNanos()
        > TimeUnit.MILLISECONDS.toNanos(shortMillis) / RENEWALS) {
      renewOrClose(current);
    }
    return current;
  }

  /** For somebody who listens, and whose lease was lost. */
  private void openAgain() {
    long sentNanos = System.nanoTime();
    var unused = client.submit(open()).thenAccept(outcome -> openedAgain(outcome, sentNanos));
  }

  private synchronized void openedAgain(Outcome<RecipeAnswer> outcome, long sentNanos) {
    isOpeningAgain = false;
    if (!isClosed
        && outcome instanceof Outcome.Done<RecipeAnswer> done
        && done.result().result() instanceof RecipeResult.Opened result) {
      OwnerLease unused = opened(OwnerLease.of(result, ttlMillis, sentNanos));
    }
  }

  private void renewOrClose(OwnerLease lease) {
    synchronized (this) {
      if (renewing == lease) {
        return;
      }
      if (!user.hasClaims() && !user.hasListeners()) {
        owner = null;
        close(lease);
        return;
      }
      renewing = lease;
    }
    long sentNanos = System.nanoTime();
    Duration limit = Duration.ofMillis(Math.max(1, shortMillis / RENEWALS));
    var unused =
        client
            .submit(new RecipeCommand.Keep(lease.id()), limit)
            .thenAccept(outcome -> renewed(lease, sentNanos, outcome));
  }

  private void renewed(OwnerLease lease, long sentNanos, Outcome<RecipeAnswer> outcome) {
    synchronized (this) {
      renewing = null;
    }
    if (outcome instanceof Outcome.Done<RecipeAnswer> done) {
      if (done.result().result() instanceof RecipeResult.Ok) {
        lease.confirm(sentNanos);
      } else {
        lose(lease);
      }
    }
  }

  /** The lease is over: for the group, or as far as this client can know. */
  void lose(OwnerLease lease) {
    lease.lose();
    synchronized (this) {
      if (owner == lease) {
        owner = null;
      }
    }
    lost.accept(lease);
    close(lease);
  }

  /** Ends renewals; returns the owner, whose lease nobody here counts on any more. */
  @Nullable OwnerLease close() {
    OwnerLease last;
    synchronized (this) {
      isClosed = true;
      last = owner;
      owner = null;
    }
    if (last != null) {
      last.lose();
    }
    return last;
  }
}
