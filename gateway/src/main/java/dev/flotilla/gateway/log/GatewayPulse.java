package dev.flotilla.gateway.log;

import dev.flotilla.gateway.log.KeyValues.Written;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows other gateways that this one lives, while it has requests.
 *
 * <p>It changes a pair of its own in the group several times within the silence after which it
 * would count as dead. Each change renews its {@link Lease}, for three quarters of that silence
 * from the moment when the group was asked. Without requests for {@value #REST_MILLIS} ms it
 * removes the pair, so that an idle gateway writes nothing. If the pair holds something else, other
 * gateways took this one for dead: the lease ends, and it goes on under a new name.
 *
 * <p>Any thread; nothing blocks.
 */
final class GatewayPulse {
  /** How often the pair is changed within the silence after which a gateway counts as dead. */
  static final int BEATS = 8;

  private static final int MAX_PULSE_MILLIS = 500;
  private static final long REST_MILLIS = 10_000;
  private static final String ALIVE = "alive ";

  /** A request that waits for the lease. */
  private record Waiting(Moment since, CompletableFuture<Optional<Lease>> lease) {}

  private final KeyValues store;
  private final ScheduledExecutorService timer;
  private final LogOptions options;
  private final Set<String> users = new HashSet<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final AtomicLong renewals = new AtomicLong();
  private Consumer<String> events = event -> {};
  private Optional<String> held = Optional.empty();
  private Moment lastUse = Moment.now();
  private boolean isAsking;
  private boolean isScheduled;
  private boolean isRemoved;
  private long beats;
  private volatile Lease lease;
  private volatile @Nullable String problem;

  GatewayPulse(
      KeyValues store, ScheduledExecutorService timer, LogOptions options, String gateway) {
    this.store = store;
    this.timer = timer;
    this.options = options;
    this.lease = new Lease(gateway, Moment::now);
  }

  /** How long to wait from one change to the next. */
  static int pulseMillis(LogOptions options) {
    return Math.min(MAX_PULSE_MILLIS, options.deadMillis() / BEATS);
  }

  /** The name of this gateway, which may change. */
  String gateway() {
    return lease.gateway();
  }

  /** How often the lease was renewed. */
  long renewals() {
    return renewals.get();
  }

  /** Why the group has not renewed the lease when it was asked last; null if it has. */
  @Nullable String problem() {
    return problem;
  }

  /** Who hears of a new name. */
  synchronized void listen(Consumer<String> listener) {
    events = listener;
  }

  /**
   * Something begins for which this gateway must live.
   *
   * @param user its name
   * @return the lease when it is held; empty if the group has not answered in time
   */
  synchronized CompletionStage<Optional<Lease>> enter(String user) {
    users.add(user);
    lastUse = Moment.now();
    if (lease.isHeld()) {
      return CompletableFuture.completedFuture(Optional.of(lease));
    }
    Waiting next = new Waiting(lastUse, new CompletableFuture<>());
    waiting.add(next);
    ask();
    return next.lease();
  }

  /** It has ended; idempotent. */
  synchronized void leave(String user) {
    if (users.remove(user)) {
      lastUse = Moment.now();
    }
  }

  private void ask() {
    if (isAsking) {
      return;
    }
    isAsking = true;
    Moment asked = Moment.now();
    Optional<String> next = Optional.of(ALIVE + ++beats);
    change(next, written -> beaten(asked, next, written));
  }

  private void change(Optional<String> next, Consumer<Written> then) {
    var unused =
        store
            .compareAndSet(LogNames.gateway(gateway()), held, next)
            .thenAccept(written -> answered(then, written));
  }

  private synchronized void answered(Consumer<Written> then, Written written) {
    isAsking = false;
    then.accept(written);
    goOn();
  }

  private void beaten(Moment asked, Optional<String> next, Written written) {
    boolean isMade = written instanceof Written.Conflict it && it.held().equals(next);
    if (written instanceof Written.Done || isMade) {
      held = next;
      isRemoved = false;
      renewals.incrementAndGet();
      problem = null;
      lease.renew(asked, options.deadMillis() * 3L / 4);
      waiting.forEach(it -> complete(it, Optional.of(lease)));
      waiting.clear();
    } else if (written instanceof Written.Conflict conflict) {
      conflict(conflict.held());
    } else {
      problem = written.toString();
      expire();
    }
  }

  /** A change of an unknown outcome may have been made: then it is still this gateway's. */
  private void conflict(Optional<String> found) {
    boolean isOurs = found.filter(it -> it.startsWith(ALIVE)).isPresent();
    if (isOurs || (found.isEmpty() && isRemoved)) {
      held = found;
      return;
    }
    String before = gateway();
    lease.end();
    lease = new Lease(GatewayWatch.newName(), Moment::now);
    held = Optional.empty();
    isRemoved = false;
    events.accept("other gateways took %s for dead; it goes on as %s".formatted(before, gateway()));
  }

  private void expire() {
    Moment now = Moment.now();
    List<Waiting> late =
        waiting.stream().filter(it -> now.millisSince(it.since()) >= options.waitMillis()).toList();
    waiting.removeAll(late);
    late.forEach(it -> complete(it, Optional.empty()));
  }

  /** Not on this thread, which has the lock. */
  private void complete(Waiting request, Optional<Lease> granted) {
    if (!timer.isShutdown()) {
      timer.execute(() -> request.lease().complete(granted));
    }
  }

  private void goOn() {
    if (isScheduled || timer.isShutdown() || (isIdle() && held.isEmpty())) {
      return;
    }
    isScheduled = true;
    boolean isUrgent = !waiting.isEmpty() && problem == null;
    var unused =
        timer.schedule(this::next, isUrgent ? 0 : pulseMillis(options), TimeUnit.MILLISECONDS);
  }

  private boolean isIdle() {
    return users.isEmpty() && waiting.isEmpty();
  }

  private synchronized void next() {
    isScheduled = false;
    if (isIdle() && Moment.now().millisSince(lastUse) >= REST_MILLIS) {
      rest();
    } else {
      ask();
    }
  }

  private void rest() {
    if (isAsking) {
      return;
    }
    isAsking = true;
    isRemoved = true;
    lease.suspend();
    change(Optional.empty(), this::rested);
  }

  private void rested(Written written) {
    if (written instanceof Written.Done) {
      held = Optional.empty();
    } else if (written instanceof Written.Conflict conflict) {
      conflict(conflict.held());
    } else {
      problem = written.toString();
    }
  }
}
