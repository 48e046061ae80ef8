package dev.flotilla.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaException;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's claims in the group, which its owner holds. If the lease of the owner ends, they are
 * lost, and the next claim makes another owner.
 *
 * <p>Any thread. Three threads of its own: one for renewals, which never blocks, one that calls
 * listeners, and one that calls those who have lost something, which waits for no listener.
 */
final class RecipeSession implements OwnerKeeper.User, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecipeSession.class);
  private static final int MAX_TRIES = 3;
  private static final long RETRY_MILLIS = 500;

  /** What is claimed. */
  record Wanted(Kind kind, String name, int capacity, int permits, Bytes data) {}

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final long ttlMillis;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(1, daemon("timer"));
  private final ExecutorService callbacks = Executors.newSingleThreadExecutor(daemon("callbacks"));
  private final ExecutorService losses = Executors.newSingleThreadExecutor(daemon("losses"));
  private final Map<ClaimId, ActiveClaim> claims = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final GrantWatch grants;

  private final OwnerKeeper keeper;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  RecipeSession(FlotillaClient<RecipeCommand, RecipeAnswer> client, Duration ttl) {
    this.client = client;
    this.ttlMillis = ttl.toMillis();
    this.grants = new GrantWatch(client, timer, callbacks, claims);
    this.keeper = new OwnerKeeper(client, ttl, timer, this, this::lost);
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, "flotilla-recipes-" + name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public boolean hasClaims() {
    return !claims.isEmpty();
  }

  @Override
  public boolean hasListeners() {
    return grants.hasListeners();
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
    boolean isBarrier = wanted.kind() == Kind.BARRIER;
    boolean waits = atMost.isEmpty() || !atMost.get().isZero();
    WaitLimit limit = WaitLimit.of(atMost);
    // Whether the others count on this one is learnt, however long the group takes to answer.
    WaitLimit calls = WaitLimit.of(atMost.filter(it -> waits && !isBarrier));
    while (true) {
      ActiveClaim claim = register(wanted.kind(), calls);
      boolean isKept = false;
      try {
        RecipeResult result = claimed(claim, commandOf(claim, wanted, waits), calls);
        if (result instanceof RecipeResult.Gone) {
          keeper.lose(claim.owner());
          continue;
        }
        if (!isClaimed(result, claim)) {
          forget(claim);
          return Optional.empty();
        }
        boolean isGranted = await(claim, limit) || (isBarrier && hasOpened(claim));
        isKept = isGranted && (claim.isHeld() || isBarrier);
        if (isKept || !isGranted) {
          return isKept ? Optional.of(claim) : Optional.empty();
        }
        LOG.debug("a lease ended before its claim was seen to be granted; it is made anew");
      } catch (ClaimLost e) {
        if (isBarrier && !isClosed.get()) {
          endUnknown(claim);
        }
        LOG.debug("a claim was lost while it waited; it is made anew");
      } finally {
        if (!isKept) {
          releaseLater(claim);
        }
      }
    }
  }

  /** Others may have passed since this one had come; waiting anew would be for another round. */
  private static void endUnknown(ActiveClaim claim) {
    RecipeAnswer unused =
        new Outcome.Unknown<RecipeAnswer>(
                claim.id().toString(),
                "the lease ended while this waited; the barrier may have opened for the others")
            .orThrow();
  }

  private RecipeResult claimed(ActiveClaim claim, RecipeCommand command, WaitLimit limit) {
    try {
      return limit.isBounded()
          ? client.execute(command, limit.left()).result()
          : repeatable(command);
    } catch (OutcomeUnknown e) {
      forget(claim);
      settle(claim, command, e.uid(), WaitLimit.of(Optional.of(Duration.ofMillis(ttlMillis))));
      throw e;
    }
  }

  /** The command may still be executed: once that is known, its claim is released. */
  private void settle(ActiveClaim claim, RecipeCommand command, String uid, WaitLimit limit) {
    var unused =
        client
            .submitAgain(command, uid)
            .thenAccept(
                outcome -> {
                  if (isExecuted(outcome)) {
                    end(claim, new RecipeCommand.Release(claim.id()));
                  } else if (outcome instanceof Outcome.Unknown && !limit.isOver()) {
                    keeper.later(() -> settle(claim, command, uid, limit), RETRY_MILLIS);
                  } else if (outcome instanceof Outcome.Unknown) {
                    // Only the end of its owner makes sure that nobody holds it.
                    keeper.lose(claim.owner());
                  }
                });
  }

  /**
   * Leaves a barrier; returns whether it has opened before, with this one among those that came.
   */
  private boolean hasOpened(ActiveClaim claim) {
    return repeatable(new RecipeCommand.Release(claim.id())) instanceof RecipeResult.Claimed before
        && before.state() == RecipeResult.State.HELD;
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

  private boolean await(ActiveClaim claim, WaitLimit limit) throws InterruptedException {
    if (!claim.granted().isDone()) {
      grants.await(claim);
    }
    try {
      if (limit.isBounded()) {
        var unused = claim.granted().get(limit.left().toNanos(), TimeUnit.NANOSECONDS);
      } else {
        var unused = claim.granted().get();
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ClaimLost lost ? lost : new IllegalStateException(e.getCause());
    }
  }

  private ActiveClaim register(Kind kind, WaitLimit limit) throws InterruptedException {
    while (true) {
      OwnerLease lease = keeper.owner(limit);
      ClaimId id = new ClaimId(lease.id(), numbers.incrementAndGet());
      ActiveClaim claim = new ActiveClaim(id, kind, lease, losses);
      // An owner without claims may have been closed meanwhile.
      if (keeper.ifCurrent(lease, () -> claims.put(id, claim))) {
        return claim;
      }
    }
  }

  /** Makes an owner that nobody renews. */
  OwnerLease open(long forMillis) {
    long sentNanos = System.nanoTime();
    return OwnerLease.of(repeatable(new RecipeCommand.Open(forMillis)), forMillis, sentNanos);
  }

  /** Ends an owner that nobody renews, without waiting for the group. */
  void closeLater(OwnerLease lease) {
    keeper.close(lease);
  }

  /** An owner whose renewals move the log time, so that others expire while somebody listens. */
  void keepTime() {
    try {
      OwnerLease unused = keeper.owner(WaitLimit.of(Optional.empty()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before it could listen; try again", e);
    }
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
    RecipeCommand release = new RecipeCommand.Release(claim.id());
    try {
      RecipeAnswer unused = client.execute(release);
    } catch (FlotillaException | IllegalStateException e) {
      // Also on the thread that completes the client's stages, which cannot wait for itself.
      LOG.debug("a claim is released later", e);
      end(claim, release);
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
                    keeper.later(() -> end(claim, command), RETRY_MILLIS);
                  }
                });
  }

  private static boolean isExecuted(Outcome<RecipeAnswer> outcome) {
    return outcome instanceof Outcome.Done || outcome instanceof Outcome.DoneWithoutResult;
  }

  /** The lease is over: for the group, or as far as this client can know. */
  private void lost(OwnerLease lease) {
    for (ActiveClaim claim : List.copyOf(claims.values())) {
      if (claim.owner() == lease) {
        claims.remove(claim.id());
        claim.lose();
      }
    }
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    grants.close();
    timer.shutdownNow();
    // First nobody here counts on the lease any more, then others get what it held.
    OwnerLease last = keeper.close();
    List.copyOf(claims.values()).forEach(ActiveClaim::lose);
    claims.clear();
    if (last != null) {
      // After a lease there is nothing left to give away.
      RecipeCommand end = new RecipeCommand.Close(last.id());
      try {
        RecipeAnswer unused = client.execute(end, Duration.ofMillis(ttlMillis));
      } catch (FlotillaException | IllegalStateException e) {
        LOG.debug("the lease ends by itself", e);
      }
    }
    callbacks.shutdown();
    losses.shutdown();
    client.close();
  }
}
