package dev.flotilla.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaException;
import dev.flotilla.GroupChange;
import dev.flotilla.Outcome;
import dev.flotilla.client.ReadFrom;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Topics;
import dev.flotilla.recipes.state.ClaimId;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns when a claim that waits is granted, and when something changes that somebody listens to.
 *
 * <p>It watches the commands of the group while something waits: the answer to each command says
 * what it has granted. Servers tell it only those that concern its owner, or a key that somebody
 * listens to; when that is another, another watch goes on where this one was, and asks. Nothing is
 * asked meanwhile, but once every {@value #CALM_MILLIS} ms. If the watch has not begun, cannot be
 * served, or has missed something, it asks the group: after {@value #FIRST_MILLIS} ms, and then
 * after twice the last wait, up to {@value #LAST_MILLIS} ms.
 *
 * <p>Any thread. The watch calls on a thread of its own, which is never blocked here.
 */
final class GrantWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWatch.class);
  private static final long FIRST_MILLIS = 25;
  private static final long LAST_MILLIS = 1_000;
  private static final long CALM_MILLIS = 10_000;

  /** Something that somebody listens to. */
  private record Listened(String key, Runnable look, Runnable ended) {}

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final ScheduledExecutorService timer;
  private final Executor callbacks;
  private final Map<ClaimId, ActiveClaim> claims;
  private final List<Listened> listened = new CopyOnWriteArrayList<>();

  // Guarded by this.
  private @Nullable Watch watch;
  private Topics topics = Topics.ALL;
  private @Nullable ScheduledFuture<?> planned;
  private boolean isClosed;
  private boolean isSoon;
  private long pauseMillis = FIRST_MILLIS;

  GrantWatch(
      FlotillaClient<RecipeCommand, RecipeAnswer> client,
      ScheduledExecutorService timer,
      Executor callbacks,
      Map<ClaimId, ActiveClaim> claims) {
    this.client = client;
    this.timer = timer;
    this.callbacks = callbacks;
    this.claims = claims;
  }

  boolean hasListeners() {
    return !listened.isEmpty();
  }

  /** A claim waits from now on; it may have been granted already. */
  void await(ActiveClaim claim) {
    claim.queue();
    begin();
  }

  /**
   * Looks once at first, and whenever the key was touched; until the result is closed.
   *
   * @param ended called if this is closed before
   */
  Runnable listen(String key, Runnable look, Runnable ended) {
    Listened it = new Listened(key, look, ended);
    synchronized (this) {
      if (!isClosed) {
        listened.add(it);
      }
    }
    if (!listened.contains(it)) {
      ended.run();
    }
    begin();
    run(look);
    return () -> listened.remove(it);
  }

  private synchronized void begin() {
    Set<String> wanted = wanted();
    if (isClosed || (watch != null && (topics.isAll() || topics.exact().containsAll(wanted)))) {
      return; // A watch that is under way tells all that comes.
    }
    long fromIndex = watch == null ? 0 : watch.nextIndex();
    end();
    topics = wanted.size() > Topics.MAX_TOPICS ? Topics.ALL : new Topics(wanted, Set.of());
    WatchOptions from = fromIndex == 0 ? WatchOptions.now() : WatchOptions.from(fromIndex);
    try {
      watch = client.watch(from.about(topics).servedBy(ReadFrom.LEADER), this::changed);
    } catch (IOException | IllegalStateException e) {
      LOG.warn("the group cannot be watched, so it is asked: {}", e.getMessage());
    }
    pauseMillis = FIRST_MILLIS;
    schedule(FIRST_MILLIS);
  }

  /** What has to be told: what is granted to those that wait, and changes that are listened to. */
  private Set<String> wanted() {
    Set<String> wanted = new HashSet<>();
    for (ActiveClaim claim : claims.values()) {
      if (claim.isWaiting()) {
        wanted.add(RecipeAnswer.topicOf(claim.id().owner()));
      }
    }
    listened.forEach(it -> wanted.add(RecipeAnswer.topicOf(it.key())));
    return wanted;
  }

  private synchronized void schedule(long afterMillis) {
    if (isClosed) {
      return;
    }
    if (planned != null) {
      boolean unused = planned.cancel(false);
    }
    try {
      planned = timer.schedule(this::next, afterMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed");
    }
  }

  /** On the timer: asks for what waits, and plans when to ask again. */
  private void next() {
    synchronized (this) {
      isSoon = false;
      if (isClosed) {
        return;
      }
      // Under the lock: one that begins to wait now finds a watch that goes on, or begins another.
      boolean hasWaiting = claims.values().stream().anyMatch(ActiveClaim::isWaiting);
      if (!hasWaiting && listened.isEmpty()) {
        end();
        return;
      }
      boolean hasBegun = watch != null && watch.nextIndex() > 0 && watch.obstacle().isEmpty();
      schedule(hasBegun ? CALM_MILLIS : pauseMillis);
      pauseMillis = hasBegun ? FIRST_MILLIS : Math.min(LAST_MILLIS, 2 * pauseMillis);
    }
    lookAtAll();
  }

  private void end() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
  }

  /** Once for all that is missed within {@value #FIRST_MILLIS} ms. */
  private synchronized void lookSoon() {
    if (!isSoon) {
      schedule(FIRST_MILLIS);
      isSoon = true;
    }
  }

  private void lookAtAll() {
    for (ActiveClaim claim : claims.values()) {
      if (claim.isWaiting()) {
        look(claim);
      }
    }
    listened.forEach(it -> run(it.look()));
  }

  /** One question at a time: the answer to one that is under way may be older than the reason. */
  private void look(ActiveClaim claim) {
    if (!claim.beginAsking()) {
      lookSoon();
      return;
    }
    var unused =
        client
            .submit(new RecipeCommand.Standing(claim.id()))
            .thenAccept(
                outcome -> {
                  claim.endAsking();
                  found(claim, outcome);
                });
  }

  private void found(ActiveClaim claim, Outcome<RecipeAnswer> outcome) {
    if (outcome instanceof Outcome.Done<RecipeAnswer> done
        && done.result().result() instanceof RecipeResult.Claimed claimed) {
      if (claimed.state() == RecipeResult.State.HELD) {
        complete(claim, claimed.token(), claimed.data().orElse(Bytes.EMPTY));
      } else if (claimed.state() == RecipeResult.State.NONE && claim.isWaiting()) {
        claims.remove(claim.id());
        claim.lose();
      }
    }
  }

  private static void complete(ActiveClaim claim, long token, Bytes data) {
    boolean unused = claim.granted().complete(new ActiveClaim.Granted(token, data));
  }

  private void changed(GroupChange<RecipeCommand, RecipeAnswer> change) {
    if (change instanceof GroupChange.Executed<RecipeCommand, RecipeAnswer> executed) {
      Optional<Outcome<RecipeAnswer>> outcome = executed.outcome();
      if (outcome.isPresent() && outcome.get() instanceof Outcome.Done<RecipeAnswer> done) {
        brought(done.result());
        return;
      }
      if (outcome.isPresent() && outcome.get() instanceof Outcome.Rejected) {
        return;
      }
    }
    lookSoon(); // Something may have been granted that the watch cannot tell.
  }

  private void brought(RecipeAnswer answer) {
    if (answer.cut()) {
      lookSoon();
      return;
    }
    for (RecipeAnswer.Grant grant : answer.grants()) {
      ActiveClaim claim = claims.get(grant.id());
      if (claim == null) {
        continue;
      }
      if (claim.kind() == Kind.QUEUE) {
        look(claim);
      } else {
        complete(claim, grant.token(), Bytes.EMPTY);
      }
    }
    for (Listened it : listened) {
      if (answer.touched().contains(it.key())) {
        run(it.look());
      }
    }
  }

  private void run(Runnable look) {
    try {
      callbacks.execute(
          () -> {
            try {
              look.run();
            } catch (FlotillaException | IllegalStateException e) {
              LOG.debug("the group did not answer; it is asked again", e);
              retry();
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("closed");
    }
  }

  private synchronized void retry() {
    if (!isSoon) {
      schedule(LAST_MILLIS);
    }
  }

  @Override
  public void close() {
    List<Listened> last;
    synchronized (this) {
      isClosed = true;
      last = List.copyOf(listened);
      listened.clear();
      end();
    }
    last.forEach(it -> it.ended().run());
  }
}
