package dev.flotilla.client.dpws;

import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.CommandOutcome.Reason;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.GroupClient;
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
  private final Servers servers;
  private final ServerSearch search;
  private final AddressMemory memory;
  private final NumberedCommands numbered;
  private final Set<RetryingCall<?>> open = ConcurrentHashMap.newKeySet();
  private final Set<WatchRun> watches = ConcurrentHashMap.newKeySet();
  private final AtomicInteger pending = new AtomicInteger();
  private volatile boolean closed;

  private DpwsGroupClient(ClientSettings settings, ClientRuntime runtime, Runnable releaseRuntime) {
    this.settings = settings;
    this.runtime = runtime;
    this.releaseRuntime = releaseRuntime;
    this.calls = new ServerCalls(runtime.caller(), settings.attemptTimeoutMillis());
    this.memory = new AddressMemory(settings.addressFile());
    AddressMemory.Remembered remembered = memory.recall();
    this.group = new PinnedGroup(settings.group(), remembered.group(), settings.addressFile());
    this.servers = new Servers(this::search);
    this.search =
        new ServerSearch(
            settings.group(), runtime.discovery(), calls, group, settings.servers(), servers);
    this.numbered =
        new NumberedCommands(
            new NumberedCalls(),
            runtime.schedule(),
            settings.timeoutMillis(),
            settings.maxPendingCalls());
    remembered.addresses().forEach(search::ask);
    search.search();
  }

  /**
   * Starts a client with threads and sockets of its own; servers are searched in the background.
   *
   * @throws IOException if the network interface cannot be used
   */
  public static GroupClient connect(ClientSettings settings) throws IOException {
    ClientRuntime own = ClientRuntime.start(settings.networkInterface());
    try {
      return new DpwsGroupClient(settings, own, own::close);
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
    return new DpwsGroupClient(settings, shared, () -> {});
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
  public CompletionStage<Submission> submit(String command, Bytes parameters) {
    Command first = new Command(SessionUid.of(1, 1), command, parameters);
    return InsertCommandRequest.obstacleTo(first)
        .<CompletionStage<Submission>>map(
            obstacle ->
                CompletableFuture.completedStage(
                    new Submission(
                        first.uid(), new CommandOutcome.Refused(Reason.INVALID, obstacle))))
        .orElseGet(() -> numbered.submit(command, parameters));
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
  public CompletionStage<ReadOutcome<CommandRecord>> read(String uid) {
    return read(ReadRequest.byUid(uid), ServerCalls::recordOf);
  }

  @Override
  public CompletionStage<ReadOutcome<CommandRecord>> readLast() {
    return read(ReadRequest.last(), ServerCalls::recordOf);
  }

  @Override
  public CompletionStage<ReadOutcome<Answer>> query(Bytes query) {
    return read(
        ReadRequest.query(query),
        response -> new ReadOutcome.Found<>(ServerCalls.answerOf(response)));
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
    open.forEach(RetryingCall::abandon);
    watches.forEach(WatchRun::close);
    search.close();
    memory.remember(new AddressMemory.Remembered(group.id(), List.copyOf(servers.inOrder())));
    releaseRuntime.run();
  }

  private void search() {
    search.search();
  }

  private <T> CompletionStage<ReadOutcome<T>> read(
      ReadRequest request, Function<ReadResponse, ReadOutcome<T>> answer) {
    return this.<ReadOutcome<T>>run(
            settings.timeoutMillis(),
            (server, leftMillis) -> calls.read(server, request, group.id(), leftMillis, answer))
        .thenApply(DpwsGroupClient::readOutcomeOf);
  }

  private <T> CompletionStage<CallEnd<T>> run(
      long timeoutMillis, BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt) {
    return run(servers, timeoutMillis, attempt);
  }

  private <T> CompletionStage<CallEnd<T>> run(
      Servers among,
      long timeoutMillis,
      BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt) {
    Optional<CallEnd<T>> refusal = refusal();
    if (refusal.isPresent()) {
      return CompletableFuture.completedStage(refusal.get());
    }
    RetryingCall<T> call =
        new RetryingCall<>(
            among,
            attempt,
            runtime.schedule(),
            settings.retryPolicy(),
            ThreadLocalRandom.current(),
            timeoutMillis,
            search::explanation);
    open.add(call);
    CompletionStage<CallEnd<T>> end = call.start();
    if (closed) {
      call.abandon();
    }
    return end.thenApply(
        result -> {
          ended(call, result);
          return result;
        });
  }

  /** Why a call is not even started; otherwise it has taken its place among the pending ones. */
  private <T> Optional<CallEnd<T>> refusal() {
    if (closed) {
      return Optional.of(new CallEnd.Refused<>(Reason.CLOSED, "the client was closed"));
    }
    Optional<String> ambiguity = group.ambiguity();
    if (ambiguity.isPresent()) {
      return Optional.of(new CallEnd.Refused<>(Reason.WRONG_GROUP, ambiguity.get()));
    }
    if (pending.incrementAndGet() > settings.maxPendingCalls()) {
      pending.decrementAndGet();
      return Optional.of(
          new CallEnd.Refused<>(
              Reason.BUSY,
              "already "
                  + settings.maxPendingCalls()
                  + " calls wait in this client; wait for some, or raise maxPendingCalls"));
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
