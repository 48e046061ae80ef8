package dev.flotilla.client.dpws;

import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.CommandOutcome.Reason;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.ConnectionListener;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadFrom;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.Submission;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A {@link GroupClient} that finds servers by WS-Discovery and calls them by SOAP.
 *
 * <p>Shared by its calls: {@link Servers}, {@link PinnedGroup} and {@link ServerSearch}, each of
 * which guards itself.
 */
public final class DpwsGroupClient implements GroupClient {
  private final ClientSettings settings;
  private final ClientRuntime runtime;
  private final Runnable releaseRuntime;
  private final ServerCalls calls;
  private final PinnedGroup group;
  private final ConnectionNews news;
  private final Servers servers;
  private final ServerSearch search;
  private final WaitingLine line;
  private final SeenState seen = new SeenState();
  private final AddressMemory memory;
  private final NumberedCommands numbered;
  private final Set<RetryingCall<?>> open = ConcurrentHashMap.newKeySet();
  private final Set<WatchRun> watches = ConcurrentHashMap.newKeySet();
  private final AtomicInteger pending = new AtomicInteger();
  private volatile boolean closed;

  private DpwsGroupClient(
      ClientSettings settings,
      ClientRuntime runtime,
      Runnable releaseRuntime,
      Optional<ConnectionListener> listener) {
    this.settings = settings;
    this.runtime = runtime;
    this.releaseRuntime = releaseRuntime;
    this.calls = new ServerCalls(runtime.caller(), settings.attemptTimeoutMillis());
    this.memory = new AddressMemory(settings.addressFile());
    AddressMemory.Remembered remembered = memory.recall();
    this.group = new PinnedGroup(settings.group(), remembered.group(), settings.addressFile());
    this.news = new ConnectionNews(listener);
    this.servers = new Servers(this::search, news);
    this.search =
        new ServerSearch(
            settings.group(), runtime.discovery(), calls, group, settings.servers(), servers);
    this.numbered =
        new NumberedCommands(
            new NumberedCalls(),
            runtime.schedule(),
            settings.maxPendingCalls(),
            settings.maxWaitingCalls());
    this.line = new WaitingLine(runtime.schedule(), settings.maxWaitingCalls());
    remembered.addresses().forEach(search::ask);
    search.search();
  }

  /**
   * Starts a client with threads and sockets of its own; servers are searched in the background.
   *
   * @throws IOException if the network interface cannot be used
   */
  public static GroupClient connect(ClientSettings settings) throws IOException {
    return connect(settings, Optional.empty());
  }

  /**
   * Starts a client with threads and sockets of its own that tells a listener, if there is one, how
   * it stands to its group.
   *
   * @throws IOException if the network interface cannot be used
   */
  public static GroupClient connect(ClientSettings settings, Optional<ConnectionListener> listener)
      throws IOException {
    ClientRuntime own =
        ClientRuntime.start(settings.network(), settings.keys(), settings.encoding());
    try {
      return new DpwsGroupClient(settings, own, own::close, listener);
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  /**
   * Starts a client on threads and sockets that it shares with others; they stay open when it is
   * closed.
   */
  public static GroupClient connect(ClientSettings settings, ClientRuntime shared) {
    return connect(settings, shared, Optional.empty());
  }

  /** Likewise, and tells a listener, if there is one, how it stands to its group. */
  public static GroupClient connect(
      ClientSettings settings, ClientRuntime shared, Optional<ConnectionListener> listener) {
    return new DpwsGroupClient(settings, shared, () -> {}, listener);
  }

  @Override
  public CompletionStage<CommandOutcome> insert(Command command) {
    Command recovered = SessionUid.recovered(command);
    return insert(() -> recovered, () -> {}, settings.timeoutMillis());
  }

  @Override
  public CompletionStage<CommandOutcome> insertAgain(Command command) {
    boolean isNumbered = SessionUid.isOne(command.uid());
    return insert(command)
        .thenApply(isNumbered ? CommandOutcome::unlessExecuted : CommandOutcome::afterUnknown);
  }

  @Override
  public CompletionStage<Submission> submit(
      String command, Bytes parameters, Optional<Duration> timeout) {
    long timeoutMillis = timeout.map(ReadOptions::millis).orElse(settings.timeoutMillis());
    Command first = new Command(SessionUid.of(1, 1), command, parameters);
    return InsertCommandRequest.obstacleTo(first)
        .<CompletionStage<Submission>>map(
            obstacle ->
                CompletableFuture.completedStage(
                    new Submission(
                        first.uid(), new CommandOutcome.Refused(Reason.INVALID, obstacle))))
        .orElseGet(() -> numbered.submit(command, parameters, timeoutMillis));
  }

  private CompletionStage<CommandOutcome> insert(
      Supplier<Command> command, Runnable expired, long timeoutMillis) {
    Optional<String> obstacle = InsertCommandRequest.obstacleTo(command.get());
    if (obstacle.isPresent()) {
      return CompletableFuture.completedStage(
          new CommandOutcome.Refused(Reason.INVALID, obstacle.get()));
    }
    return this.<Answer>run(
            timeoutMillis,
            (server, leftMillis) ->
                calls
                    .insert(server, command.get(), group.id(), leftMillis)
                    .thenApply(outcome -> noting(expired, outcome)))
        .thenApply(DpwsGroupClient::outcomeOf);
  }

  private static <T> AttemptOutcome<T> noting(Runnable expired, AttemptOutcome<T> outcome) {
    if (outcome instanceof AttemptOutcome.Never<T> never
        && never.reason() == Reason.SESSION_EXPIRED) {
      expired.run();
    }
    return outcome;
  }

  private final class NumberedCalls implements NumberedCommands.Calls {
    @Override
    public CompletionStage<CallEnd<Optional<Long>>> open(OpenSession request, long timeoutMillis) {
      return run(
          timeoutMillis,
          (server, leftMillis) -> calls.open(server, request, group.id(), leftMillis));
    }

    @Override
    public CompletionStage<CommandOutcome> insert(
        Supplier<Command> command, Runnable expired, long timeoutMillis) {
      return DpwsGroupClient.this.insert(command, expired, timeoutMillis);
    }
  }

  @Override
  public CompletionStage<ReadOutcome<CommandRecord>> read(String uid, ReadOptions options) {
    return read(ReadRequest.byUid(uid), options, ServerCalls::recordOf);
  }

  @Override
  public CompletionStage<ReadOutcome<CommandRecord>> readLast(ReadOptions options) {
    return read(ReadRequest.last(), options, ServerCalls::recordOf);
  }

  @Override
  public CompletionStage<ReadOutcome<Answer>> query(Bytes query, ReadOptions options) {
    return read(
        ReadRequest.query(query),
        options,
        response ->
            new ReadOutcome.Found<>(
                ServerCalls.answerOf(response), ServerCalls.versionOf(response)));
  }

  @Override
  public CompletionStage<List<StatusResponse>> status() {
    return new StatusRound(search, servers, calls, runtime.schedule(), settings.timeoutMillis())
        .start();
  }

  @Override
  public <Q> CompletionStage<CommandOutcome> administer(
      Operation<Q, AdminResponse> operation, Q request) {
    return this.<Answer>run(
            settings.timeoutMillis(),
            (server, leftMillis) -> calls.administer(server, operation, request, leftMillis))
        .thenApply(DpwsGroupClient::outcomeOf);
  }

  @Override
  public <Q> CompletionStage<CommandOutcome> administerAt(
      URI server, Operation<Q, AdminResponse> operation, Q request) {
    Servers only = new Servers(() -> {});
    only.found(server);
    return this.<Answer>run(
            only,
            settings.timeoutMillis(),
            (target, leftMillis) -> calls.administer(target, operation, request, leftMillis))
        .thenApply(DpwsGroupClient::outcomeOf);
  }

  @Override
  public Watch watch(OptionalLong fromIndex, Consumer<? super WatchEvent> listener)
      throws IOException {
    ExecutorService handlers =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "flotilla-client-watch");
              thread.setDaemon(true);
              return thread;
            });
    EventSink sink = runtime.sink(handlers);
    WatchRun watch =
        new WatchRun(
            fromIndex,
            group.id(),
            sink,
            runtime.schedule(),
            this::watchable,
            this::search,
            search::explanation,
            settings.timeoutMillis(),
            listener,
            () -> {
              sink.close();
              handlers.shutdown();
            });
    watches.add(watch);
    var unused = watch.ended().whenComplete((nothing, failure) -> watches.remove(watch));
    watch.start();
    if (closed) {
      watch.close();
    }
    return watch;
  }

  /** Those that were named first, then followers, so that the leader has less to do. */
  private List<URI> watchable() {
    List<URI> known = servers.inOrder();
    Set<URI> ordered = new LinkedHashSet<>(settings.servers());
    ordered.addAll(known.subList(Math.min(1, known.size()), known.size()));
    ordered.addAll(known);
    return List.copyOf(ordered);
  }

  @Override
  public boolean isOwnThread() {
    return runtime.isOwnThread();
  }

  @Override
  public void close() {
    closed = true;
    line.close();
    numbered.close();
    open.forEach(RetryingCall::abandon);
    watches.forEach(WatchRun::close);
    search.close();
    memory.remember(new AddressMemory.Remembered(group.id(), List.copyOf(servers.inOrder())));
    news.close();
    releaseRuntime.run();
  }

  private void search() {
    search.search();
  }

  private <T> CompletionStage<ReadOutcome<T>> read(
      ReadRequest request, ReadOptions options, Function<ReadResponse, ReadOutcome<T>> answer) {
    Targets among =
        options.readFrom() == ReadFrom.LEADER
            ? servers
            : new SpreadTargets(servers, options.readFrom());
    long timeoutMillis =
        options.timeout().map(ReadOptions::millis).orElse(settings.timeoutMillis());
    return this.<ReadOutcome<T>>run(
            among,
            timeoutMillis,
            (server, leftMillis) -> {
              ReadRequest dated = seen.dated(request, options);
              return calls
                  .read(server, dated, group.id(), leftMillis, Function.identity())
                  .thenApply(outcome -> checked(dated, outcome, answer));
            })
        .thenApply(DpwsGroupClient::readOutcomeOf);
  }

  private <T> AttemptOutcome<ReadOutcome<T>> checked(
      ReadRequest sent,
      AttemptOutcome<ReadResponse> outcome,
      Function<ReadResponse, ReadOutcome<T>> answer) {
    if (outcome instanceof AttemptOutcome.Answered<ReadResponse> answered) {
      return seen.accepts(sent, answered.answer())
          ? new AttemptOutcome.Answered<>(answer.apply(answered.answer()))
          : new AttemptOutcome.NotNow<>(
              Reason.NO_LEADER, "its state is older than one that has answered before");
    } else if (outcome instanceof AttemptOutcome.NotLeader<ReadResponse> elsewhere) {
      return new AttemptOutcome.NotLeader<>(elsewhere.leader());
    } else if (outcome instanceof AttemptOutcome.NotNow<ReadResponse> notNow) {
      return new AttemptOutcome.NotNow<>(notNow.reason(), notNow.detail());
    } else if (outcome instanceof AttemptOutcome.Never<ReadResponse> never) {
      return new AttemptOutcome.Never<>(never.reason(), never.detail());
    }
    return new AttemptOutcome.Perhaps<>(((AttemptOutcome.Perhaps<ReadResponse>) outcome).detail());
  }

  private <T> CompletionStage<CallEnd<T>> run(
      long timeoutMillis, BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt) {
    return run(servers, timeoutMillis, attempt);
  }

  private <T> CompletionStage<CallEnd<T>> run(
      Targets among,
      long timeoutMillis,
      BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt) {
    Optional<CallEnd<T>> refusal = refusal();
    if (refusal.isPresent()) {
      return CompletableFuture.completedStage(refusal.get());
    }
    WaitingCall<T> waiter = new WaitingCall<>(among, timeoutMillis, attempt);
    if (!line.enter(waiter)) {
      waiter.end.complete(new CallEnd.Refused<>(Reason.BUSY, tooMany()));
    }
    return waiter.end;
  }

  private String tooMany() {
    return "already "
        + settings.maxPendingCalls()
        + " calls are under way in this client and "
        + settings.maxWaitingCalls()
        + " may wait; wait for some, or raise maxPendingCalls or maxWaitingCalls";
  }

  /** A call that begins as soon as there is room. */
  private final class WaitingCall<T> implements WaitingLine.Waiter {
    private final Targets among;
    private final long deadlineNanos;
    private final BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt;
    private final CompletableFuture<CallEnd<T>> end = new CompletableFuture<>();

    WaitingCall(
        Targets among,
        long timeoutMillis,
        BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt) {
      this.among = among;
      this.deadlineNanos =
          runtime.schedule().nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
      this.attempt = attempt;
    }

    @Override
    public long deadlineNanos() {
      return deadlineNanos;
    }

    @Override
    public boolean tryBegin() {
      if (pending.incrementAndGet() > settings.maxPendingCalls()) {
        pending.decrementAndGet();
        return false;
      }
      begin();
      return true;
    }

    @Override
    public void late() {
      end.complete(
          closed
              ? new CallEnd.Refused<>(Reason.CLOSED, "the client was closed")
              : new CallEnd.Refused<>(Reason.BUSY, "no room within its time: " + tooMany()));
    }

    private void begin() {
      long leftNanos = deadlineNanos - runtime.schedule().nanoTime();
      RetryingCall<T> call =
          new RetryingCall<>(
              among,
              attempt,
              runtime.schedule(),
              settings.retryPolicy(),
              ThreadLocalRandom.current(),
              Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)),
              search::explanation);
      open.add(call);
      CompletionStage<CallEnd<T>> ending = call.start();
      if (closed) {
        call.abandon();
      }
      var unused =
          ending.thenAccept(
              result -> {
                ended(call, result);
                end.complete(result);
                line.roomMade();
              });
    }
  }

  /** Why a call is not even started. */
  private <T> Optional<CallEnd<T>> refusal() {
    if (closed) {
      return Optional.of(new CallEnd.Refused<>(Reason.CLOSED, "the client was closed"));
    }
    Optional<String> ambiguity = group.ambiguity();
    if (ambiguity.isPresent()) {
      return Optional.of(new CallEnd.Refused<>(Reason.WRONG_GROUP, ambiguity.get()));
    }
    return Optional.empty();
  }

  private void ended(RetryingCall<?> call, CallEnd<?> end) {
    open.remove(call);
    pending.decrementAndGet();
    if (end instanceof CallEnd.Answered) {
      group.answered();
    }
  }

  private static CommandOutcome outcomeOf(CallEnd<Answer> end) {
    if (end instanceof CallEnd.Answered<Answer> answered) {
      return new CommandOutcome.Executed(answered.answer());
    } else if (end instanceof CallEnd.Refused<Answer> refused) {
      return new CommandOutcome.Refused(refused.reason(), refused.detail());
    } else {
      return new CommandOutcome.Unknown(((CallEnd.Unknown<Answer>) end).detail());
    }
  }

  private static <T> ReadOutcome<T> readOutcomeOf(CallEnd<ReadOutcome<T>> end) {
    if (end instanceof CallEnd.Answered<ReadOutcome<T>> answered) {
      return answered.answer();
    } else if (end instanceof CallEnd.Refused<ReadOutcome<T>> refused) {
      return new ReadOutcome.Unavailable<>(refused.detail());
    } else {
      return new ReadOutcome.Unavailable<>(((CallEnd.Unknown<ReadOutcome<T>>) end).detail());
    }
  }
}
