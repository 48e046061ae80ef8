package dev.flotilla.gateway.log;

import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.gateway.http.RequestHead;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.KeyValues.Read;
import dev.flotilla.gateway.log.KeyValues.Written;
import dev.flotilla.gateway.log.LogRecords.LoggedRequest;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
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
 * Shows other gateways that this one lives, and finishes what one that has died has left behind.
 *
 * <p>Each gateway changes a pair of its own every {@value #PULSE_MILLIS} ms. One whose pair has not
 * changed for some time, by the clock of who watches it, counts as dead: the gateway that sets the
 * pair to its own name first finishes its requests, and then removes the pair. Meanwhile it changes
 * the pair as if it were its own; if it dies, too, the next one goes on. A gateway that was only
 * slow notices that its pair was changed, and goes on under a new name.
 *
 * <p><b>Threads.</b> One for the pulse, one for what is finished, and one that removes old answers;
 * all block.
 */
public final class GatewayWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayWatch.class);
  private static final int PULSE_MILLIS = 500;
  private static final int ROUNDS_PER_SWEEP = 20;
  private static final int NAME_CHARS = 8;
  private static final int MAX_SWEPT = 20_000;
  private static final int SWEPT_AT_ONCE = 100;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What another gateway's pair held, and in how many rounds. */
  private record Pulse(String value, int rounds) {}

  private final GroupLog log;
  private final KeyValues store;
  private final RequestExecutor executor;
  private final Consumer<String> events;
  private final ScheduledExecutorService pulse =
      Executors.newSingleThreadScheduledExecutor(daemon("gateway-pulse"));
  private final ExecutorService finishing =
      Executors.newSingleThreadExecutor(daemon("gateway-finish"));
  private final ExecutorService sweeping =
      Executors.newSingleThreadExecutor(daemon("gateway-sweep"));
  private final AtomicBoolean isSweeping = new AtomicBoolean();
  private final Map<String, Pulse> others = new HashMap<>();

  /** The gateways that this one finishes, each with what their pairs hold. */
  private final Map<String, String> taken = new ConcurrentHashMap<>();

  private Optional<String> own = Optional.empty();
  private long rounds;

  private GatewayWatch(GroupLog log, RequestExecutor executor, Consumer<String> events) {
    this.log = log;
    this.store = log.watchStore();
    this.executor = executor;
    this.events = events;
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
    var unused =
        watch.pulse.scheduleWithFixedDelay(watch::round, 0, PULSE_MILLIS, TimeUnit.MILLISECONDS);
    return watch;
  }

  /** A name that no other gateway has. */
  public static String newName() {
    return UUID.randomUUID().toString().substring(0, NAME_CHARS);
  }

  private void round() {
    try {
      rounds++;
      boolean isAlive = showLife();
      taken.forEach(this::keepTaken);
      if (isAlive) {
        watchOthers();
      }
      if (rounds % ROUNDS_PER_SWEEP == 0 && isSweeping.compareAndSet(false, true)) {
        sweeping.execute(this::sweepOnce);
      }
    } catch (RuntimeException e) {
      LOG.error("a round of the gateway's watch failed", e);
    }
  }

  /** While this gateway cannot show that it lives, others cannot either. */
  private boolean showLife() {
    Optional<String> next = Optional.of("alive " + rounds);
    Written written = await(store.compareAndSet(LogNames.gateway(log.gateway()), own, next));
    if (written instanceof Written.Done) {
      own = next;
      return true;
    }
    if (written instanceof Written.Conflict conflict && !conflict.held().equals(next)) {
      // A change of an unknown outcome may have been made: then it is still this gateway's.
      if (conflict.held().filter(held -> held.startsWith("alive ")).isPresent()) {
        own = conflict.held();
      } else {
        String before = log.gateway();
        log.rename(newName());
        own = Optional.empty();
        events.accept(
            "other gateways took %s for dead; it goes on as %s".formatted(before, log.gateway()));
      }
    }
    return false;
  }

  private void keepTaken(String gateway, String held) {
    String next = takenBy(log.gateway());
    Written written =
        await(store.compareAndSet(LogNames.gateway(gateway), Optional.of(held), Optional.of(next)));
    if (written instanceof Written.Done) {
      taken.replace(gateway, held, next);
    } else if (written instanceof Written.Conflict conflict
        && !conflict.held().equals(Optional.of(next))) {
      taken.remove(gateway); // Another one has taken this one for dead, and goes on.
    }
  }

  private String takenBy(String name) {
    return "taken by " + name + " " + rounds;
  }

  private void watchOthers() {
    Read<KeyValueText.Page> read = await(store.list(LogNames.GATEWAYS));
    if (!(read instanceof Read.Found<KeyValueText.Page> found)) {
      return;
    }
    Set<String> seen = new HashSet<>();
    for (KeyValueText.Pair pair : found.value().pairs()) {
      String gateway = pair.key().toUtf8().substring(LogNames.GATEWAYS.length());
      String value = pair.value().toUtf8();
      seen.add(gateway);
      if (!gateway.equals(log.gateway()) && !taken.containsKey(gateway)) {
        watch(gateway, value);
      }
    }
    others.keySet().retainAll(seen);
  }

  private void watch(String gateway, String value) {
    Pulse known = others.get(gateway);
    if (known == null || !known.value().equals(value)) {
      others.put(gateway, new Pulse(value, 0));
    } else if (known.rounds() * PULSE_MILLIS >= log.options().deadMillis()) {
      take(gateway, value);
    } else {
      others.put(gateway, new Pulse(value, known.rounds() + 1));
    }
  }

  private void take(String gateway, String value) {
    String next = takenBy(log.gateway());
    Written written =
        await(
            store.compareAndSet(LogNames.gateway(gateway), Optional.of(value), Optional.of(next)));
    if (written instanceof Written.Done) {
      others.remove(gateway);
      taken.put(gateway, next);
      events.accept("gateway %s has died; finishing its requests".formatted(gateway));
      finishing.execute(() -> finishOrLeave(gateway));
    }
  }

  /** If it fails, the gateway counts as dead again when nobody keeps it taken. */
  private void finishOrLeave(String gateway) {
    try {
      finish(gateway);
    } catch (RuntimeException e) {
      if (!finishing.isShutdown()) {
        LOG.error("the requests of gateway {} are not finished yet; it is taken again", gateway, e);
      }
      taken.remove(gateway);
    }
  }

  private void finish(String gateway) {
    Set<String> seen = new HashSet<>();
    int executed = 0;
    while (!finishing.isShutdown()) {
      List<KeyValueText.Pair> open = certain(() -> store.list(LogNames.allOpen(gateway))).pairs();
      if (open.isEmpty()) {
        break;
      }
      for (KeyValueText.Pair pair : open) {
        String name = pair.key().toUtf8();
        executed += seen.add(name) && finish(gateway, name, pair.value().toArray()) ? 1 : 0;
      }
      LockSupport.parkNanos(PAUSE_NANOS); // Removed in the background.
    }
    String held = taken.remove(gateway);
    settle(
        store.compareAndSet(
            LogNames.gateway(gateway), Optional.ofNullable(held), Optional.empty()));
    events.accept(
        "gateway %s left %s requests; %s of them were executed again"
            .formatted(gateway, seen.size(), executed));
  }

  /**
   * Executes a request again, if it may be, and has it removed; returns whether it was executed.
   */
  private boolean finish(String gateway, String name, byte[] record) {
    String id = name.substring(LogNames.open("").length());
    try {
      LoggedRequest logged = LogRecords.request(record);
      Ticket ticket = new Ticket(id, logged.key());
      boolean mayRepeat =
          logged.key().isPresent()
              ? isRunning(id, logged.key().get())
              : log.options().finishesAll() && isRepeatable(logged.request().method());
      if (mayRepeat) {
        return execute(ticket, logged.request());
      }
      LOG.info("request of gateway {} not executed again: {}", gateway, logged.request());
    } catch (IOException e) {
      LOG.warn("a request of gateway {} cannot be read, and is dropped", gateway, e);
    }
    log.removeOpen(new Ticket(id, Optional.empty()));
    return false;
  }

  private static boolean isRepeatable(String method) {
    return RequestHead.isIdempotent(method) && !RequestHead.isSafe(method);
  }

  /** Whether a key is claimed for a request: otherwise it was never forwarded, or is done. */
  private boolean isRunning(String id, RequestKey key) {
    String running = KeyState.running(key, id).text();
    return certain(() -> store.get(LogNames.key(key.name())))
        .map(held -> new String(held, StandardCharsets.UTF_8).equals(running))
        .orElse(false);
  }

  /**
   * Under the ticket of the dead gateway: if this one dies, too, the next one finds the same; if
   * the other was only slow, the first of the two answers is kept.
   */
  private boolean execute(Ticket ticket, WholeRequest request) {
    RequestExecutor.End end = await(executor.execute(request));
    if (end.answer().isPresent()) {
      settle(log.complete(ticket, end.answer().get()));
    } else if (end.isExecuted()) {
      log.completeWithoutAnswer(ticket);
    } else {
      log.abandon(ticket);
    }
    return end.isExecuted();
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
      sweep();
    } catch (RuntimeException e) {
      LOG.error("old answers cannot be removed from the gateway's log", e);
    } finally {
      isSweeping.set(false);
    }
  }

  /** Removes the oldest of the kept answers, beyond the bound. */
  void sweep() {
    List<KeyValueText.Pair> oldest = new ArrayList<>();
    int most = log.options().maxAnswers() + MAX_SWEPT;
    Optional<Bytes> from = Optional.of(Bytes.utf8(LogNames.KEPT));
    while (from.isPresent() && oldest.size() < most) {
      if (!(await(store.list(LogNames.KEPT, from.get()))
          instanceof Read.Found<KeyValueText.Page> found)) {
        return; // The next sweep will do it.
      }
      oldest.addAll(found.value().pairs());
      from = found.value().next();
    }
    int surplus = Math.max(0, oldest.size() - log.options().maxAnswers());
    for (int i = 0; i < surplus; i += SWEPT_AT_ONCE) {
      List<CompletionStage<Written>> removals =
          oldest.subList(i, Math.min(surplus, i + SWEPT_AT_ONCE)).stream()
              .map(this::remove)
              .toList();
      removals.forEach(GatewayWatch::settle);
    }
  }

  private CompletionStage<Written> remove(KeyValueText.Pair index) {
    String name = index.key().toUtf8();
    String stamp = name.substring(LogNames.KEPT.length());
    String[] parts = index.value().toUtf8().split(" ", 2);
    Optional<String> done = Optional.of(parts.length > 1 ? parts[1] : "");
    return store
        .compareAndSet(LogNames.key(parts[0]), done, Optional.empty())
        .thenCompose(released -> store.delete(LogNames.answer(stamp)))
        .thenCompose(
            deleted ->
                deleted instanceof Written.Done
                    ? store.delete(name)
                    : CompletableFuture.completedFuture(deleted));
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
    pulse.shutdownNow();
    finishing.shutdownNow();
    sweeping.shutdownNow();
  }
}
