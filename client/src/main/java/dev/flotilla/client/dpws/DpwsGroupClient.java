package dev.flotilla.client.dpws;

import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.ConnectionListener;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadFrom;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.ServerStatus;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link GroupClient} that finds servers by WS-Discovery and calls them by SOAP.
 *
 * <p>Shared by its calls: {@link Servers}, {@link PinnedGroup} and {@link ServerSearch}, each of
 * which guards itself.
 */
public final class DpwsGroupClient implements WireClient {
  private final ClientSettings settings;
  private final long timeoutMillis;
  private final ClientRuntime runtime;
  private final Runnable releaseRuntime;
  private final ServerCalls calls;
  private final PinnedGroup group;
  private final ConnectionNews news;
  private final Servers servers;
  private final ServerSearch search;
  private final CallLine line;
  private final Call.Context context;
  private final ClientSession session;
  private final DpwsGroupAdmin administration = new DpwsGroupAdmin(this);
  private final SeenState seen = new SeenState();
  private final AddressMemory memory;
  private final Set<WatchRun> watches = ConcurrentHashMap.newKeySet();
  private final Set<StatusRound> rounds = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private DpwsGroupClient(
      ClientSettings settings,
      ClientRuntime runtime,
      Runnable releaseRuntime,
      @Nullable ConnectionListener listener) {
    this.settings = settings;
    this.timeoutMillis = settings.timeout().toMillis();
    this.runtime = runtime;
    this.releaseRuntime = releaseRuntime;
    this.calls =
        new ServerCalls(
            runtime.caller(), runtime.commandCaller(), settings.attemptTimeout().toMillis());
    this.memory = new AddressMemory(settings.addressFile());
    AddressMemory.Remembered remembered = memory.recall();
    this.group = PinnedGroup.of(settings, remembered.group());
    this.news = new ConnectionNews(Optional.ofNullable(listener));
    this.servers = new Servers(this::search, news);
    this.search =
        new ServerSearch(
            settings.group(), runtime.discovery(), calls, group, settings.servers(), servers);
    Schedule schedule = runtime.schedule();
    this.line = new CallLine(schedule, settings.maxPendingCalls(), settings.maxWaitingCalls());
    this.context =
        new Call.Context(
            line,
            schedule,
            settings.retryPolicy(),
            () -> ThreadLocalRandom.current().nextLong(),
            group,
            search);
    this.session = new ClientSession(context, calls, servers);
    remembered.addresses().forEach(search::ask);
    search.search();
  }

  /**
   * Starts a client with threads and sockets of its own; servers are searched in the background.
   *
   * @throws IOException if the network interface cannot be used
   */
  public static GroupClient connect(ClientSettings settings) throws IOException {
    return wire(settings);
  }

  /**
   * {@link #connect(ClientSettings)} with the requests of the wire, for the programs of Flotilla
   * itself.
   *
   * @throws IOException if the network interface cannot be used
   */
  public static WireClient wire(ClientSettings settings) throws IOException {
    return start(settings, null);
  }

  /**
   * Starts a client with threads and sockets of its own that tells a listener, if there is one, how
   * it stands to its group.
   *
   * @throws IOException if the network interface cannot be used
   */
  public static GroupClient connect(ClientSettings settings, @Nullable ConnectionListener listener)
      throws IOException {
    return start(settings, listener);
  }

  private static WireClient start(ClientSettings settings, @Nullable ConnectionListener listener)
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
    return wire(settings, shared);
  }

  /** {@link #connect(ClientSettings, ClientRuntime)} with the requests of the wire. */
  public static WireClient wire(ClientSettings settings, ClientRuntime shared) {
    return new DpwsGroupClient(settings, shared, () -> {}, null);
  }

  /** Likewise, and tells a listener, if there is one, how it stands to its group. */
  public static GroupClient connect(
      ClientSettings settings, ClientRuntime shared, @Nullable ConnectionListener listener) {
    return new DpwsGroupClient(settings, shared, () -> {}, listener);
  }

  @Override
  public CompletableFuture<CommandOutcome> insert(Command command) {
    return insert(SessionUid.recovered(command), 1);
  }

  @Override
  public CompletableFuture<CommandOutcome> insertAgain(Command command, int commandsVersion) {
    boolean isNumbered = SessionUid.isOne(command.uid());
    return insert(SessionUid.recovered(command), commandsVersion)
        .thenApply(isNumbered ? CommandOutcome::unlessExecuted : CommandOutcome::afterUnknown);
  }

  private CompletableFuture<CommandOutcome> insert(Command command, int commandsVersion) {
    Optional<String> obstacle = InsertCommandRequest.obstacleTo(command);
    CommandCall call = new CommandCall(session, command, commandsVersion, timeoutMillis);
    return begin(call, obstacle);
  }

  @Override
  public CompletableFuture<CommandOutcome> submit(
      String command, Bytes parameters, @Nullable Duration timeout, int commandsVersion) {
    long limitMillis = timeout == null ? timeoutMillis : ReadOptions.millis(timeout);
    Optional<String> obstacle = InsertCommandRequest.obstacleTo(command, parameters);
    CommandCall call = new CommandCall(session, command, parameters, commandsVersion, limitMillis);
    return begin(call, obstacle);
  }

  private CompletableFuture<CommandOutcome> begin(CommandCall call, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      call.deliver(call.refusal(RefusalReason.INVALID, obstacle.get()));
    } else {
      line.enter(call);
    }
    return call.end();
  }

  @Override
  public CompletableFuture<ReadOutcome<CommandRecord>> read(String uid, ReadOptions options) {
    return read(ReadRequest.byUid(uid), options, ServerCalls::recordOf);
  }

  @Override
  public CompletableFuture<ReadOutcome<CommandRecord>> readLast(ReadOptions options) {
    return read(ReadRequest.last(), options, ServerCalls::recordOf);
  }

  @Override
  public CompletableFuture<ReadOutcome<Answer>> query(Bytes query, ReadOptions options) {
    return read(
        ReadRequest.query(query),
        options,
        response ->
            new ReadOutcome.Found<>(
                ServerCalls.answerOf(response), ServerCalls.versionOf(response)));
  }

  @Override
  public CompletableFuture<List<ServerStatus>> status() {
    return responses().thenApply(all -> all.stream().map(Facades::status).toList());
  }

  @Override
  public GroupAdmin admin() {
    return administration;
  }

  @Override
  public CompletableFuture<List<StatusResponse>> responses() {
    if (closed) {
      return CompletableFuture.completedFuture(List.of());
    }
    StatusRound round = new StatusRound(search, servers, runtime.schedule(), timeoutMillis);
    rounds.add(round);
    CompletableFuture<List<StatusResponse>> answers = round.start();
    var unused = answers.whenComplete((all, failure) -> rounds.remove(round));
    if (closed) {
      round.finish();
    }
    return answers;
  }

  @Override
  public CompletableFuture<List<StatusResponse>> ownResponses() {
    return responses().thenApply(all -> all.stream().filter(group::isMeant).toList());
  }

  @Override
  public Optional<String> explanation() {
    return search.obstacle();
  }

  @Override
  public <Q> CompletableFuture<CommandOutcome> administer(
      Operation<Q, AdminResponse> operation, Q request) {
    return administer(servers, operation, request);
  }

  @Override
  public <Q> CompletableFuture<CommandOutcome> administerAt(
      URI server, Operation<Q, AdminResponse> operation, Q request) {
    Servers only = new Servers(() -> {});
    only.found(server);
    return administer(only, operation, request);
  }

  private <Q> CompletableFuture<CommandOutcome> administer(
      Servers among, Operation<Q, AdminResponse> operation, Q request) {
    AdminCall<Q> call = new AdminCall<>(among, operation, request);
    line.enter(call);
    return call.end();
  }

  @Override
  public Watch watch(long fromIndex, Consumer<? super WatchEvent> listener) throws IOException {
    return watch(WatchOptions.from(fromIndex), listener);
  }

  @Override
  public Watch watch(Consumer<? super WatchEvent> listener) throws IOException {
    return watch(WatchOptions.now(), listener);
  }

  @Override
  public Watch watch(WatchOptions options, Consumer<? super WatchEvent> listener)
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
            options,
            group,
            new WatchedServers(
                servers, settings.servers(), options.readFrom(), search, calls::status),
            sink,
            runtime.schedule(),
            timeoutMillis,
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

  @Override
  public boolean isOwnThread() {
    return runtime.isOwnThread();
  }

  @Override
  public void close() {
    closed = true;
    line.close();
    rounds.forEach(StatusRound::finish);
    watches.forEach(WatchRun::close);
    search.close();
    memory.remember(
        new AddressMemory.Remembered(group.toRemember(), List.copyOf(servers.inOrder())));
    news.close();
    releaseRuntime.run();
  }

  private void search() {
    search.search();
  }

  private <T> CompletableFuture<ReadOutcome<T>> read(
      ReadRequest request, ReadOptions options, Function<ReadResponse, ReadOutcome<T>> answer) {
    Targets among =
        options.readFrom() == ReadFrom.LEADER
            ? servers
            : new SpreadTargets(servers, options.readFrom());
    long limitMillis = options.timeout().map(Duration::toMillis).orElse(timeoutMillis);
    ReadCall<T> call = new ReadCall<>(among, request, options, answer, limitMillis);
    line.enter(call);
    return call.end();
  }

  /** A read, whose answer counts if its state is not older than one that has answered before. */
  private final class ReadCall<T> extends Call<ReadResponse, ReadOutcome<T>> {
    private final ReadRequest request;
    private final ReadOptions options;
    private final Function<ReadResponse, ReadOutcome<T>> answer;
    private ReadRequest sent;

    ReadCall(
        Targets among,
        ReadRequest request,
        ReadOptions options,
        Function<ReadResponse, ReadOutcome<T>> answer,
        long timeoutMillis) {
      super(context, among, timeoutMillis);
      this.request = request;
      this.options = options;
      this.answer = answer;
      this.sent = request;
    }

    @Override
    void attempt(URI server, long leftMillis) {
      sent = seen.dated(request, options, group.id());
      calls.read(server, sent, leftMillis, this);
    }

    @Override
    public void answered(ReadResponse response) {
      if (seen.accepts(sent, response)) {
        end(answer.apply(response));
      } else {
        refused(RefusalReason.NO_LEADER, "its state is older than one that has answered before");
      }
    }

    @Override
    ReadOutcome<T> refusal(RefusalReason reason, String detail) {
      return new ReadOutcome.Unavailable<>(reason, detail);
    }

    @Override
    ReadOutcome<T> uncertainty(RefusalReason reason, String detail) {
      return new ReadOutcome.Unavailable<>(reason, detail);
    }
  }

  /** A request that concerns the group itself. */
  private final class AdminCall<Q> extends Call<Answer, CommandOutcome> {
    private final Operation<Q, AdminResponse> operation;
    private final Q request;

    AdminCall(Servers among, Operation<Q, AdminResponse> operation, Q request) {
      super(context, among, timeoutMillis);
      this.operation = operation;
      this.request = request;
    }

    @Override
    void attempt(URI server, long leftMillis) {
      calls.administer(server, operation, request, leftMillis, this);
    }

    @Override
    public void answered(Answer answer) {
      String maybe = perhaps();
      if (maybe == null || answer.success()) {
        end(new CommandOutcome.Executed(answer));
      } else {
        // Why this attempt was refused may be that an earlier one is done.
        end(new CommandOutcome.Unknown(maybe + "; then: " + answer.text()));
      }
    }

    @Override
    CommandOutcome refusal(RefusalReason reason, String detail) {
      return new CommandOutcome.Refused(reason, detail);
    }

    @Override
    CommandOutcome uncertainty(RefusalReason reason, String detail) {
      return new CommandOutcome.Unknown(detail);
    }
  }
}
