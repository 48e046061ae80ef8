package dev.flotilla.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Outcome;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.Query;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.ClaimId;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's owner in the group, its claims, and the renewal of its lease.
 *
 * <p>The owner is made with the first claim, renewed three times within its lease as long as there
 * are claims or listeners, and closed at the next renewal when there are none. If a lease ends, its
 * claims are lost, and the next claim makes another owner.
 *
 * <p>Any thread. Two threads of its own: one for renewals, which never blocks, and one for
 * callbacks.
 */
final class RecipeSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecipeSession.class);
  private static final int RENEWALS = 3;
  private static final int TICKS = 12;
  private static final int MAX_TRIES = 3;
  private static final long RETRY_MILLIS = 500;

  /** What is claimed. */
  record Wanted(Kind kind, String name, int capacity, int permits, Bytes data) {}

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final long ttlMillis;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(1, daemon("timer"));
  private final ExecutorService callbacks = Executors.newSingleThreadExecutor(daemon("callbacks"));
  private final Map<ClaimId, ActiveClaim> claims = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final GrantWatch grants;

  // One thread at a time makes an owner. Taken before the monitor, which nobody holds while it
  // waits.
  private final ReentrantLock opening = new ReentrantLock();

  // Guarded by this.
  private @Nullable OwnerLease owner;
  private @Nullable OwnerLease renewing;
  private boolean isClosed;

  RecipeSession(FlotillaClient<RecipeCommand, RecipeAnswer> client, Duration ttl) {
    this.client = client;
    this.ttlMillis = ttl.toMillis();
    this.grants = new GrantWatch(client, timer, callbacks, claims);
    long tickMillis = Math.max(1, ttlMillis / TICKS);
    var unused =
        timer.scheduleWithFixedDelay(this::tick, tickMillis, tickMillis, TimeUnit.MILLISECONDS);
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, "flotilla-recipes-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  GrantWatch grants() {
    return grants;
  }

  /** Executes a command once, and asks several times if its outcome is unknown. */
  RecipeResult repeatable(RecipeCommand command) {
    OutcomeUnknown unknown;
    try {
      return client.execute(command).result();
    } catch (OutcomeUnknown e) {
      unknown = e;
    }
    for (int attempt = 2; attempt < MAX_TRIES && !(command instanceof Query); attempt++) {
      try {
        return client.executeAgain(command, unknown.uid()).result();
      } catch (OutcomeUnknown e) {
        unknown = e;
      }
    }
    return command instanceof Query
        ? client.execute(command).result()
        : client.executeAgain(command, unknown.uid()).result();
  }

  /** Executes a command once, and asks again if its outcome is unknown. */
  RecipeResult once(RecipeCommand command) {
    RecipeResult result;
    try {
      result = client.execute(command).result();
    } catch (OutcomeUnknown e) {
      result = client.executeAgain(command, e.uid()).result();
    }
    if (result instanceof RecipeResult.Full full) {
      throw new RecipesFull(full.reason());
    }
    return result;
  }

  /**
   * Claims something, and waits for it.
   *
   * @param atMost how long to wait; 0 for not at all, empty for as long as it takes
   * @return the claim that is held; empty if the time was over
   */
  Optional<ActiveClaim> acquire(Wanted wanted, Optional<Duration> atMost)
      throws InterruptedException {
    long beganNanos = System.nanoTime();
    while (true) {
      ActiveClaim claim = register(wanted.kind());
      boolean isKept = false;
      try {
        boolean waits = atMost.isEmpty() || !atMost.get().isZero();
        RecipeResult result = repeatable(commandOf(claim, wanted, waits));
        if (result instanceof RecipeResult.Gone) {
          lose(claim.owner());
          continue;
        }
        if (!isClaimed(result, claim)) {
          forget(claim);
          return Optional.empty();
        }
        boolean isGranted = await(claim, atMost, beganNanos);
        isKept = isGranted && claim.isHeld();
        if (isKept || !isGranted) {
          return isKept ? Optional.of(claim) : Optional.empty();
        }
        LOG.debug("a lease ended before its claim was seen to be granted; it is made anew");
      } catch (OutcomeUnknown e) {
        // It may still be executed: only the end of its owner makes sure that nobody holds it.
        lose(claim.owner());
        throw e;
      } catch (ClaimLost e) {
        LOG.debug("a claim was lost while it waited; it is made anew");
      } finally {
        if (!isKept) {
          releaseLater(claim);
        }
      }
    }
  }

  private static RecipeCommand commandOf(ActiveClaim claim, Wanted wanted, boolean waits) {
    return new RecipeCommand.Acquire(
        claim.id(),
        wanted.kind(),
        wanted.name(),
        wanted.capacity(),
        wanted.permits(),
        waits,
        wanted.data());
  }

  private static boolean isClaimed(RecipeResult result, ActiveClaim claim) {
    if (result instanceof RecipeResult.Full full) {
      throw new RecipesFull(full.reason());
    }
    RecipeResult.Claimed claimed = (RecipeResult.Claimed) result;
    if (claimed.state() == RecipeResult.State.HELD) {
      boolean unused =
          claim
              .granted()
              .complete(
                  new ActiveClaim.Granted(claimed.token(), claimed.data().orElse(Bytes.EMPTY)));
    }
    return claimed.state() != RecipeResult.State.NONE;
  }

  private boolean await(ActiveClaim claim, Optional<Duration> atMost, long beganNanos)
      throws InterruptedException {
    if (!claim.granted().isDone()) {
      grants.await(claim);
    }
    try {
      if (atMost.isEmpty()) {
        claim.granted().get();
      } else {
        long left = atMost.get().toNanos() - (System.nanoTime() - beganNanos);
        claim.granted().get(Math.max(0, left), TimeUnit.NANOSECONDS);
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ClaimLost lost ? lost : new IllegalStateException(e.getCause());
    }
  }

  private ActiveClaim register(Kind kind) {
    while (true) {
      OwnerLease lease = owner();
      ClaimId id = new ClaimId(lease.id(), numbers.incrementAndGet());
      ActiveClaim claim = new ActiveClaim(id, kind, lease, callbacks);
      synchronized (this) {
        // An owner without claims may have been closed meanwhile.
        if (owner == lease) {
          claims.put(id, claim);
          return claim;
        }
      }
    }
  }

  /** The owner, which is made if there is none. Blocks, but never while it holds the monitor. */
  private OwnerLease owner() {
    opening.lock();
    try {
      OwnerLease current = current();
      if (current != null && !current.isHeld()) {
        lose(current);
        current = null;
      }
      return current == null ? opened(open(ttlMillis)) : current;
    } finally {
      opening.unlock();
    }
  }

  private synchronized @Nullable OwnerLease current() {
    requireOpen();
    return owner;
  }

  private synchronized OwnerLease opened(OwnerLease made) {
    requireOpen();
    owner = made;
    return made;
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("these recipes are closed; connect again");
    }
  }

  /** Makes an owner that nobody renews. */
  OwnerLease open(long forMillis) {
    long sentNanos = System.nanoTime();
    RecipeResult result = repeatable(new RecipeCommand.Open(forMillis));
    if (result instanceof RecipeResult.Full full) {
      throw new RecipesFull(full.reason());
    }
    return new OwnerLease(((RecipeResult.Opened) result).owner(), forMillis, sentNanos);
  }

  /** An owner whose renewals move the log time, so that others expire while somebody listens. */
  void keepTime() {
    OwnerLease unused = owner();
  }

  private void forget(ActiveClaim claim) {
    claims.remove(claim.id());
    boolean unused = claim.release();
  }

  void release(ActiveClaim claim) {
    if (!claim.release()) {
      return;
    }
    claims.remove(claim.id());
    Outcome<RecipeAnswer> outcome =
        client.submit(new RecipeCommand.Release(claim.id())).toCompletableFuture().join();
    if (!isExecuted(outcome)) {
      end(claim, new RecipeCommand.Release(claim.id()));
    }
  }

  /** Without waiting for the group. */
  void releaseLater(ActiveClaim claim) {
    if (claim.release()) {
      claims.remove(claim.id());
      end(claim, new RecipeCommand.Release(claim.id()));
    }
  }

  /**
   * Ends the claim on an item, and removes the item.
   *
   * @return whether this client still had it
   */
  boolean consume(ActiveClaim claim) {
    if (!claim.isHeld()) {
      return false;
    }
    boolean isDone = once(new RecipeCommand.Consume(claim.id())) instanceof RecipeResult.Ok;
    forget(claim);
    return isDone;
  }

  private void end(ActiveClaim claim, RecipeCommand command) {
    var unused =
        client
            .submit(command)
            .thenAccept(
                outcome -> {
                  if (!isExecuted(outcome) && claim.owner().isHeld()) {
                    later(() -> end(claim, command));
                  }
                });
  }

  private void later(Runnable task) {
    try {
      var unused = timer.schedule(task, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed; the lease ends by itself");
    }
  }

  private static boolean isExecuted(Outcome<RecipeAnswer> outcome) {
    return outcome instanceof Outcome.Done || outcome instanceof Outcome.DoneWithoutResult;
  }

  /** On the timer. */
  private void tick() {
    OwnerLease current;
    synchronized (this) {
      current = owner;
      if (current == null || isClosed) {
        return;
      }
    }
    try {
      if (!current.isHeld()) {
        lose(current);
      } else if (current.sinceConfirmedNanos()
          > TimeUnit.MILLISECONDS.toNanos(ttlMillis) / RENEWALS) {
        renewOrClose(current);
      }
    } catch (RuntimeException e) {
      LOG.warn("the renewal of a lease failed; it is tried again", e);
    }
  }

  private void renewOrClose(OwnerLease lease) {
    synchronized (this) {
      if (renewing == lease) {
        return;
      }
      if (claims.isEmpty() && !grants.hasListeners()) {
        owner = null;
        var unused = client.submit(new RecipeCommand.Close(lease.id()));
        return;
      }
      renewing = lease;
    }
    long sentNanos = System.nanoTime();
    Duration limit = Duration.ofMillis(Math.max(1, ttlMillis / RENEWALS));
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
  private void lose(OwnerLease lease) {
    lease.lose();
    synchronized (this) {
      if (owner == lease) {
        owner = null;
      }
    }
    for (ActiveClaim claim : List.copyOf(claims.values())) {
      if (claim.owner() == lease) {
        claims.remove(claim.id());
        claim.lose();
      }
    }
    var unused = client.submit(new RecipeCommand.Close(lease.id()));
  }

  @Override
  public void close() {
    OwnerLease last;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      last = owner;
      owner = null;
    }
    grants.close();
    timer.shutdownNow();
    // First nobody here counts on the lease any more, then others get what it held.
    if (last != null) {
      last.lose();
    }
    List.copyOf(claims.values()).forEach(ActiveClaim::lose);
    claims.clear();
    if (last != null) {
      var unused = client.submit(new RecipeCommand.Close(last.id())).toCompletableFuture().join();
    }
    callbacks.shutdown();
    client.close();
  }
}
