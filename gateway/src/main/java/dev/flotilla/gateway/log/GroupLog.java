package dev.flotilla.gateway.log;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.gateway.http.RequestHead;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.KeyValues.Read;
import dev.flotilla.gateway.log.KeyValues.Written;
import dev.flotilla.gateway.log.LogOptions.Mode;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Keeps requests and answers in a replicated key-value store, so that they survive this gateway.
 *
 * <p><b>How it works.</b> A request is one pair while it is executed. A key is one small pair: it
 * is claimed by a compare-and-set before the request is forwarded, and points to the kept answer
 * afterwards; so of all gateways one executes it. An answer is stored before the key points to it,
 * and before the client gets it.
 *
 * <p><b>Durability and loss.</b> With {@link Mode#SYNC} an admitted request is on a majority of
 * disks. With {@link Mode#ASYNC} this is so for requests with a key only. While the group cannot be
 * reached, requests that need it are refused with 503. With {@link Mode#ASYNC}, requests wait while
 * the log is {@value #MAX_UNCONFIRMED} requests behind.
 *
 * <p><b>Bounds.</b> What is longer than {@value #MAX_RECORD_BYTES} bytes is not logged.
 */
public final class GroupLog implements RequestLog {
  private static final Warnings WARNINGS = new Warnings(LoggerFactory.getLogger(GroupLog.class));

  /** The longest record: a value of the store has 250,000 bytes at most. */
  public static final int MAX_RECORD_BYTES = 240_000;

  /** The most requests that are forwarded before the log has them, or changes that it waits for. */
  static final int MAX_UNCONFIRMED = 500;

  private static final Duration WATCH_TIMEOUT = Duration.ofSeconds(3);

  private final KeyValues store;
  private final WireClient client;
  private final LogOptions options;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "gateway-log");
            thread.setDaemon(true);
            return thread;
          });
  private final Retries retries = new Retries(timer);
  private final Map<String, CompletionStage<Written>> puts = new ConcurrentHashMap<>();
  private final AtomicLong tickets = new AtomicLong();
  private final LongAdder skipped = new LongAdder();
  private final GatewayPulse pulse;
  private final KeyRoom room;

  /** The first name of this gateway, which is that of the answers that it keeps. */
  private final String keeper;

  /**
   * A log in a group.
   *
   * @param client of a group whose state machine is the key-value store; closed with this log
   * @param gateway the name of this gateway among all, new with each start
   */
  public GroupLog(WireClient client, LogOptions options, String gateway) {
    this.client = client;
    this.store = new KeyValues(client);
    this.options = options;
    this.keeper = gateway;
    this.room = new KeyRoom(options.keys(), System::nanoTime);
    this.pulse = new GatewayPulse(watchStore(), timer, options, gateway);
  }

  /**
   * The store as the watch uses it: who waits longer to show a sign of life counts as dead,
   * although requests may wait longer.
   */
  KeyValues watchStore() {
    return new KeyValues(client, Optional.of(WATCH_TIMEOUT));
  }

  /** The changes that are tried until they are made. */
  int waitingChanges() {
    return retries.waiting();
  }

  LogOptions options() {
    return options;
  }

  /** The sign of life of this gateway. */
  GatewayPulse pulse() {
    return pulse;
  }

  KeyRoom room() {
    return room;
  }

  String keeper() {
    return keeper;
  }

  /** The name of this gateway. */
  public String gateway() {
    return pulse.gateway();
  }

  /** Requests that were too large to be logged. */
  public long skipped() {
    return skipped.sum();
  }

  @Override
  public boolean isReplicated() {
    return true;
  }

  @Override
  public CompletionStage<Admission> admit(WholeRequest request, Optional<RequestKey> key) {
    boolean isSafe = RequestHead.isSafe(request.method());
    if (key.isEmpty() && isSafe && !options.logsReads()) {
      return now(new Admission.Forward(Ticket.NONE));
    }
    byte[] logged = LogRecords.encode(request, key);
    if (logged.length > MAX_RECORD_BYTES) {
      return key.isPresent() ? now(tooLarge()) : admitStreamed(request.method());
    }
    if (key.isPresent() && !room.reserve()) {
      return withoutRoom(key.get());
    }
    return underLease((lease, user) -> admit(Ticket.of(key, lease, user), logged))
        .thenApply(
            admission -> {
              if (key.isPresent() && !(admission instanceof Admission.Forward)) {
                room.release();
              }
              return admission;
            });
  }

  /** Keys that are known already are answered. */
  private CompletionStage<Admission> withoutRoom(RequestKey key) {
    return store
        .get(LogNames.key(key.name()))
        .thenCompose(
            read -> {
              if (!(read instanceof Read.Found<Optional<byte[]>> found)) {
                return now(unavailable(read));
              }
              return found
                  .value()
                  .map(held -> known(key, Optional.of(Bytes.wrap(held).toUtf8())))
                  .orElseGet(() -> now(room.refusal()));
            });
  }

  @Override
  public CompletionStage<Admission> admitStreamed(String method) {
    if (RequestHead.isSafe(method)) {
      return now(new Admission.Forward(Ticket.NONE));
    }
    skipped.increment();
    return underLease((lease, user) -> now(new Admission.Forward(Ticket.skipped(lease, user))));
  }

  private static Admission tooLarge() {
    return new Admission.Refuse(
        413,
        "a request with an Idempotency-Key has at most %s bytes in the log"
            .formatted(MAX_RECORD_BYTES));
  }

  /** A request is sent only while others see that this gateway lives. */
  private CompletionStage<Admission> underLease(
      BiFunction<Lease, String, CompletionStage<Admission>> admission) {
    String user = Long.toString(tickets.incrementAndGet());
    return pulse
        .enter(user)
        .thenCompose(
            lease -> {
              if (lease.isPresent()) {
                return admission.apply(lease.get(), user);
              }
              pulse.leave(user);
              return now(unavailable(pulse.problem()));
            });
  }

  private CompletionStage<Admission> admit(Ticket ticket, byte[] logged) {
    CompletionStage<Written> put = store.put(LogNames.open(ticket.id()), logged);
    if (ticket.key().isPresent()) {
      return claim(ticket, ticket.key().get(), put);
    }
    if (options.mode() == Mode.ASYNC && !isBehind()) {
      remember(ticket, put);
      return now(new Admission.Forward(ticket));
    }
    return put.thenApply(written -> admitted(ticket, written));
  }

  /** Then requests wait for the log, since it would fall behind further and further. */
  private boolean isBehind() {
    return puts.size() >= MAX_UNCONFIRMED || retries.waiting() >= MAX_UNCONFIRMED;
  }

  private void remember(Ticket ticket, CompletionStage<Written> put) {
    puts.put(ticket.id(), put);
    var unused = put.thenAccept(written -> puts.remove(ticket.id()));
  }

  private Admission admitted(Ticket ticket, Written put) {
    if (put instanceof Written.Done) {
      return new Admission.Forward(ticket);
    }
    removeOpen(ticket);
    return unavailable(put);
  }

  /** The reason has addresses and names that are no business of clients. */
  private static Admission unavailable(@Nullable Object reason) {
    WARNINGS.warn("requests are refused, since their log cannot be reached: " + reason);
    return new Admission.Refuse(503, "the log of requests cannot be reached; try again");
  }

  /** After the put: a key that is claimed must belong to a request that others can finish. */
  private CompletionStage<Admission> claim(
      Ticket ticket, RequestKey key, CompletionStage<Written> put) {
    String claimed = KeyState.running(key, ticket).text();
    return put.thenCompose(
        open ->
            open instanceof Written.Done
                ? store
                    .compareAndSet(LogNames.key(key.name()), Optional.empty(), Optional.of(claimed))
                    .thenCompose(claim -> claimed(ticket, key, claim))
                : now(admitted(ticket, open)));
  }

  private CompletionStage<Admission> claimed(Ticket ticket, RequestKey key, Written claim) {
    if (claim instanceof Written.Done) {
      return now(new Admission.Forward(ticket));
    }
    if (claim instanceof Written.Conflict conflict) {
      removeOpen(ticket);
      return known(key, conflict.held());
    }
    releaseKey(ticket);
    return now(unavailable(claim));
  }

  /** The key holds something already. */
  private CompletionStage<Admission> known(RequestKey key, Optional<String> held) {
    Optional<KeyState> state = held.flatMap(KeyState::parse);
    if (state.isEmpty()) {
      return now(unavailable("the key was released just now, or holds something unknown"));
    }
    if (!state.get().fingerprint().equals(key.fingerprint())) {
      return now(KeyAnswers.ANOTHER_REQUEST);
    }
    return switch (state.get().kind()) {
      case RUNNING -> now(KeyAnswers.UNDER_WAY);
      case DONE_WITHOUT_ANSWER -> now(KeyAnswers.NOT_KEPT);
      case DONE -> store.get(LogNames.answer(state.get().detail())).thenApply(GroupLog::repeated);
    };
  }

  private static Admission repeated(Read<Optional<byte[]>> read) {
    if (!(read instanceof Read.Found<Optional<byte[]>> found)) {
      return unavailable(read);
    }
    if (found.value().isEmpty()) {
      return KeyAnswers.NOT_KEPT;
    }
    try {
      return new Admission.Send(LogRecords.answer(found.value().get()), true);
    } catch (IOException e) {
      return unavailable(e);
    }
  }

  @Override
  public CompletionStage<Admission> complete(Ticket ticket, WholeAnswer answer) {
    Admission sent = new Admission.Send(answer, false);
    if (ticket.key().isEmpty()) {
      removeOpen(ticket);
      return now(sent);
    }
    byte[] kept = LogRecords.encode(answer);
    if (kept.length > MAX_RECORD_BYTES || !room.fits(kept.length)) {
      completeWithoutAnswer(ticket);
      return now(sent);
    }
    RequestKey key = ticket.key().get();
    String stamp = LogNames.stamp(keeper, room.keep(kept.length));
    KeyState done = new KeyState(KeyState.Kind.DONE, key.fingerprint(), stamp);
    CompletionStage<Written> indexed = store.put(LogNames.kept(stamp), index(key, done));
    return store
        .put(LogNames.answer(stamp), kept)
        .thenCombine(indexed, (stored, index) -> stored)
        .thenCompose(stored -> finish(ticket, key, done))
        .thenCompose(end -> ended(ticket, key, done, end, sent));
  }

  private static byte[] index(RequestKey key, KeyState done) {
    return Bytes.utf8(key.name() + " " + done.text()).toArray();
  }

  private CompletionStage<Written> finish(Ticket ticket, RequestKey key, KeyState done) {
    return store.compareAndSet(
        LogNames.key(key.name()),
        Optional.of(KeyState.running(key, ticket).text()),
        Optional.of(done.text()));
  }

  private CompletionStage<Admission> ended(
      Ticket ticket, RequestKey key, KeyState done, Written end, Admission sent) {
    if (end instanceof Written.Conflict conflict
        && !conflict.held().equals(Optional.of(done.text()))) {
      changed(ticket, end);
      return known(key, conflict.held()); // Another gateway took this one for dead.
    }
    if (end instanceof Written.Unavailable) {
      changeKey(ticket, () -> finish(ticket, key, done));
    } else {
      removeOpen(ticket);
    }
    return now(sent);
  }

  @Override
  public void completeWithoutAnswer(Ticket ticket) {
    if (ticket.key().isEmpty()) {
      removeOpen(ticket);
      return;
    }
    RequestKey key = ticket.key().get();
    String stamp = LogNames.stamp(keeper, room.keep(0));
    KeyState done = new KeyState(KeyState.Kind.DONE_WITHOUT_ANSWER, key.fingerprint(), stamp);
    var unused = retries.until(() -> store.put(LogNames.kept(stamp), index(key, done)));
    changeKey(ticket, () -> finish(ticket, key, done));
  }

  @Override
  public void abandon(Ticket ticket) {
    if (ticket.key().isEmpty()) {
      removeOpen(ticket);
      return;
    }
    room.release();
    releaseKey(ticket);
  }

  private void releaseKey(Ticket ticket) {
    RequestKey key = ticket.key().orElseThrow();
    Optional<String> claimed = Optional.of(KeyState.running(key, ticket).text());
    changeKey(
        ticket, () -> store.compareAndSet(LogNames.key(key.name()), claimed, Optional.empty()));
  }

  /** The request stays open until its key is changed: otherwise nobody would change it later. */
  private void changeKey(Ticket ticket, Supplier<CompletionStage<Written>> change) {
    var unused = retries.until(change).thenAccept(written -> changed(ticket, written));
  }

  /** A request that another gateway executes now is that gateway's to remove. */
  private void changed(Ticket ticket, Written end) {
    boolean isTaken =
        end instanceof Written.Conflict conflict
            && ticket
                .key()
                .flatMap(
                    key ->
                        conflict
                            .held()
                            .flatMap(KeyState::parse)
                            .filter(state -> state.isRunning(key, ticket.id())))
                .isPresent();
    if (isTaken) {
      pulse.leave(ticket.user());
    } else {
      removeOpen(ticket);
    }
  }

  /** Asks the members of the group; takes a second. */
  public CompletionStage<List<StatusResponse>> members() {
    return client.responses();
  }

  /** After the put, which may be under way still. */
  void removeOpen(Ticket ticket) {
    if (!ticket.isLogged()) {
      pulse.leave(ticket.user());
      return;
    }
    String name = LogNames.open(ticket.id());
    var unused =
        puts.getOrDefault(ticket.id(), now(new Written.Done()))
            .thenCompose(written -> retries.until(() -> store.delete(name)))
            .thenAccept(deleted -> pulse.leave(ticket.user()));
  }

  private static <T> CompletableFuture<T> now(T value) {
    return CompletableFuture.completedFuture(value);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    client.close();
  }
}
