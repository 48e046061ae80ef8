package dev.flotilla.gateway.log;

import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.KeyValues.Read;
import dev.flotilla.gateway.log.KeyValues.Written;
import dev.flotilla.gateway.log.LogRecords.LoggedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes what another gateway has left behind that died.
 *
 * <p>A gateway that has requests changes a pair of its own ({@link GatewayPulse}). One whose pair
 * has not changed for some time, by the clock of who watches it, counts as dead: the gateway that
 * sets the pair to its own name first executes its requests with a key again, and then removes the
 * pair. Meanwhile it changes the pair as if it were its own; if it dies, too, the next one goes on.
 * A request without a key is not executed: its client is gone, and may have sent it through another
 * gateway since, and another one after it.
 *
 * <p><b>Threads.</b> One that watches, one for what is finished, and one that removes old answers;
 * all block.
 */
public final class GatewayWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayWatch.class);

  /** While no other gateway has requests, every so many rounds will do. */
  private static final int ROUNDS_PER_QUIET_LOOK = 4;

  private static final int ROUNDS_PER_SWEEP = 20;
  private static final int NAME_CHARS = 8;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String PULSE_USER = "watch";

  /** What another gateway's pair held, and in how many rounds. */
  private record Pulse(String value, int rounds) {}

  /** What the pair of a gateway that this one finishes holds, and until when it may. */
  private record Taken(String held, Lease lease) {}

  private final GroupLog log;
  private final KeyValues store;
  private final RequestExecutor executor;
  private final Consumer<String> events;
  private final ScheduledExecutorService watching =
      Executors.newSingleThreadScheduledExecutor(daemon("gateway-pulse"));
  private final ExecutorService finishing =
      Executors.newSingleThreadExecutor(daemon("gateway-finish"));
  private final ExecutorService sweeping =
      Executors.newSingleThreadExecutor(daemon("gateway-sweep"));
  private final AtomicBoolean isSweeping = new AtomicBoolean();
  private final Map<String, Pulse> others = new HashMap<>();
  private final Map<String, Taken> taken = new ConcurrentHashMap<>();
  private final GroupSilence silence;
  private final KeySweep sweep;
  private final int roundMillis;
  private long rounds;
  private long renewals;

  private GatewayWatch(GroupLog log, RequestExecutor executor, Consumer<String> events) {
    this.log = log;
    this.store = log.watchStore();
    this.executor = executor;
    this.events = events;
    this.silence = new GroupSilence(events);
    this.sweep = new KeySweep(log, store, System::nanoTime);
    this.roundMillis = GatewayPulse.pulseMillis(log.options());
  }

  /**
   * Begins to watch.
   *
   * @param executor executes what others have left behind
   * @param events hears of gateways that died, and of what was finished; any thread
   */
  public static GatewayWatch start(
      GroupLog log, RequestExecutor executor, Consumer<String> events) {
    GatewayWatch watch = new GatewayWatch(log, executor, events);
    log.pulse().listen(events);
    var unused =
        watch.watching.scheduleWithFixedDelay(
            watch::round, 0, watch.roundMillis, TimeUnit.MILLISECONDS);
    return watch;
  }

  /** A name that no other gateway has. */
  public static String newName() {
    return UUID.randomUUID().toString().substring(0, NAME_CHARS);
  }

  private void round() {
    try {
      boolean isQuiet = others.isEmpty() && taken.isEmpty();
      if (!isQuiet || rounds % ROUNDS_PER_QUIET_LOOK == 0) {
        taken.forEach(this::keepTaken);
        watchOthers();
      }
      rounds++;
      if (rounds % ROUNDS_PER_SWEEP == 0 && isSweeping.compareAndSet(false, true)) {
        sweeping.execute(this::sweepOnce);
      }
    } catch (RuntimeException e) {
      LOG.error("a round of the gateway's watch failed", e);
    }
  }

  private void keepTaken(String gateway, Taken now) {
    String next = takenBy() + rounds;
    Moment asked = Moment.now();
    Written written = await(change(gateway, Optional.of(now.held()), Optional.of(next)));
    if (written instanceof Written.Done) {
      renew(now.lease(), asked);
      taken.replace(gateway, now, new Taken(next, now.lease()));
    } else if (written instanceof Written.Conflict conflict) {
      // A change of an unknown outcome may have been made: then the pair is still this gateway's.
      Optional<String> own = conflict.held().filter(held -> held.startsWith(takenBy()));
      own.ifPresentOrElse(
          held -> taken.replace(gateway, now, new Taken(held, now.lease())),
          () -> giveUp(gateway, now.lease()));
    }
  }

  /** Another one has taken this gateway for dead, and goes on. */
  private void giveUp(String gateway, Lease lease) {
    lease.end();
    taken.remove(gateway);
  }

  private void renew(Lease lease, Moment asked) {
    lease.renew(asked, log.options().deadMillis() * 3L / 4);
  }

  private CompletionStage<Written> change(
      String gateway, Optional<String> expected, Optional<String> next) {
    return store.compareAndSet(LogNames.gateway(gateway), expected, next);
  }

  private String takenBy() {
    return "taken by " + log.gateway() + " ";
  }

  private void watchOthers() {
    Read<KeyValueText.Page> read = await(store.list(LogNames.GATEWAYS));
    if (!(read instanceof Read.Found<KeyValueText.Page> found)) {
      silence.noAnswer(read.toString());
      return;
    }
    silence.answered();
    boolean hasGroup = hasRenewed();
    Set<String> seen = new HashSet<>();
    for (KeyValueText.Pair pair : found.value().pairs()) {
      String gateway = pair.key().toUtf8().substring(LogNames.GATEWAYS.length());
      String value = pair.value().toUtf8();
      if (!gateway.equals(log.gateway()) && !taken.containsKey(gateway)) {
        seen.add(gateway);
        watch(gateway, value, hasGroup);
      }
    }
    others.keySet().retainAll(seen);
    suspectOrNot();
  }

  /** While this gateway cannot show that it lives, others cannot either. */
  private boolean hasRenewed() {
    long before = renewals;
    renewals = log.pulse().renewals();
    return renewals > before;
  }

  /** To judge others, this gateway must show that the group lets gateways do so. */
  private void suspectOrNot() {
    if (others.values().stream().anyMatch(it -> it.rounds() > 1)) {
      var unused = log.pulse().enter(PULSE_USER);
    } else {
      log.pulse().leave(PULSE_USER);
    }
  }

  private void watch(String gateway, String value, boolean hasGroup) {
    Pulse known = others.get(gateway);
    if (known == null || !known.value().equals(value)) {
      others.put(gateway, new Pulse(value, 0));
    } else if ((known.rounds() - 2) * roundMillis >= log.options().deadMillis()) {
      take(gateway, value);
    } else if (hasGroup || known.rounds() < 2) {
      others.put(gateway, new Pulse(value, known.rounds() + 1));
    }
  }

  private void take(String gateway, String value) {
    String next = takenBy() + rounds;
    Moment asked = Moment.now();
    if (await(change(gateway, Optional.of(value), Optional.of(next))) instanceof Written.Done) {
      Lease lease = new Lease(gateway, Moment::now);
      renew(lease, asked);
      others.remove(gateway);
      taken.put(gateway, new Taken(next, lease));
      events.accept("gateway %s has died; finishing its requests".formatted(gateway));
      finishing.execute(() -> finishOrLeave(gateway, lease));
    }
  }

  /** If it fails, the gateway counts as dead again when nobody keeps it taken. */
  private void finishOrLeave(String gateway, Lease lease) {
    try {
      finish(gateway, lease);
    } catch (RuntimeException e) {
      if (!finishing.isShutdown()) {
        LOG.error("the requests of gateway {} are not finished yet; it is taken again", gateway, e);
      }
      giveUp(gateway, lease);
    }
  }

  private void finish(String gateway, Lease lease) {
    Set<String> seen = new HashSet<>();
    int executed = 0;
    while (isOurs(lease)) {
      List<KeyValueText.Pair> open = certain(() -> store.list(LogNames.allOpen(gateway))).pairs();
      if (open.isEmpty()) {
        remove(gateway, lease, seen.size(), executed);
        return;
      }
      for (KeyValueText.Pair pair : open) {
        String name = pair.key().toUtf8();
        if (isOurs(lease) && seen.add(name)) {
          executed += finish(lease, name, pair.value().toArray()) ? 1 : 0;
        }
      }
      LockSupport.parkNanos(PAUSE_NANOS); // Removed in the background.
    }
  }

  private boolean isOurs(Lease lease) {
    return !finishing.isShutdown() && !lease.isOver();
  }

  private void remove(String gateway, Lease lease, int left, int executed) {
    Taken last = taken.remove(gateway);
    lease.end();
    if (last != null) {
      settle(change(gateway, Optional.of(last.held()), Optional.empty()));
      events.accept(
          "gateway %s left %s requests; %s of them had a key and were executed again"
              .formatted(gateway, left, executed));
    }
  }

  /** Executes a request with a key again, and has it removed; returns whether it was executed. */
  private boolean finish(Lease lease, String name, byte[] record) {
    String id = name.substring(LogNames.open("").length());
    try {
      LoggedRequest logged = LogRecords.request(record);
      Optional<Ticket> ticket = logged.key().flatMap(key -> claim(id, key, lease));
      if (ticket.isPresent()) {
        return execute(ticket.get(), logged.request());
      }
      if (logged.key().isEmpty()) {
        LOG.warn(
            "it is not known whether a request without a key of gateway {} was executed: {}",
            lease.gateway(),
            logged.request());
      }
    } catch (IOException e) {
      LOG.warn("a request of another gateway cannot be read, and is dropped: {}", name, e);
    }
    log.removeOpen(new Ticket(id, id, Optional.empty(), lease, ""));
    return false;
  }

  /**
   * Makes the key that of a request which this gateway executes now: so the dead one, if it was
   * only paused, can change it no more. Empty if it was never forwarded, or is done.
   */
  private Optional<Ticket> claim(String id, RequestKey key, Lease lease) {
    Ticket ticket = Ticket.taken(id, log.gateway(), key, lease);
    String next = KeyState.running(key, ticket).text();
    while (isOurs(lease)) {
      Optional<KeyState> state =
          certain(() -> store.get(LogNames.key(key.name())))
              .map(held -> new String(held, StandardCharsets.UTF_8))
              .flatMap(KeyState::parse)
              .filter(it -> it.isRunning(key, id));
      if (state.isEmpty()) {
        return Optional.empty();
      }
      Optional<String> held = state.map(KeyState::text);
      if (held.equals(Optional.of(next))) {
        log.room().reserveAnyway();
        return Optional.of(ticket);
      }
      await(store.compareAndSet(LogNames.key(key.name()), held, Optional.of(next)));
    }
    throw new CancellationException("another gateway finishes the requests");
  }

  /** Waits for its lease; if that ends, the request is left to the next gateway. */
  private boolean execute(Ticket ticket, WholeRequest request) {
    while (isOurs(ticket.lease())) {
      RequestExecutor.End end = await(executor.execute(request, ticket.lease()));
      if (end instanceof RequestExecutor.End.Executed executed) {
        executed
            .answer()
            .ifPresentOrElse(
                answer -> settle(log.complete(ticket, answer)),
                () -> log.completeWithoutAnswer(ticket));
        return true;
      }
      if (end instanceof RequestExecutor.End.Failed) {
        log.abandon(ticket);
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    log.room().release();
    return false;
  }

  /** Asks until the group has answered. */
  private <T> T certain(Supplier<CompletionStage<Read<T>>> question) {
    while (!finishing.isShutdown()) {
      if (await(question.get()) instanceof Read.Found<T> found) {
        return found.value();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new CancellationException("the watch was closed");
  }

  private void sweepOnce() {
    try {
      sweep.sweep();
    } catch (RuntimeException e) {
      LOG.error("old answers cannot be removed from the gateway's log", e);
    } finally {
      isSweeping.set(false);
    }
  }

  private static void settle(CompletionStage<?> stage) {
    var unused = stage.toCompletableFuture().join();
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Ends the pulse: other gateways take this one for dead after some time. */
  @Override
  public void close() {
    watching.shutdownNow();
    finishing.shutdownNow();
    sweeping.shutdownNow();
  }
}
