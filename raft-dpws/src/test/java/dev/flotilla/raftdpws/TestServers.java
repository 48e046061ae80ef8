package dev.flotilla.raftdpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Servers that share event loops and a discovery port that no other test has. */
final class TestServers implements AutoCloseable {
  static final Duration CALL_TIMEOUT = Await.limit();

  private static final RaftOptions STEADY =
      RaftOptions.DEFAULT.withTiming(new Timing(2_000, 3_000, 100));

  final List<Server> all = new ArrayList<>();
  final DiscoverySettings discovery;
  final EventLoops loops = EventLoops.start(2, "test");

  /** What a running server neither makes nor removes. */
  private static final Pattern KEPT = Pattern.compile("(identity|founding)\\..*|log-.*|vote");

  private final Path root;
  private int started;
  private final SoapCaller caller;

  TestServers(Path root) {
    this(root, CallerOptions.DEFAULT);
  }

  /** Servers that are called as told. */
  TestServers(Path root, CallerOptions options) {
    this.root = root;
    this.caller = new SoapCaller(loops, options);
    this.discovery = DiscoverySettings.loopback().withPort(freeUdpPort());
  }

  /** A server that can be stopped and started again on its directory. */
  final class Server {
    final Path folder;
    TestMachine machine = new TestMachine();
    RaftDevice device;

    private Server(Path folder, UnaryOperator<RaftDeviceSettings.Builder> settings) {
      this.folder = folder;
      this.device = open(settings);
    }

    void restart() {
      restart(UnaryOperator.identity());
    }

    void restart(UnaryOperator<RaftDeviceSettings.Builder> settings) {
      machine = new TestMachine();
      device = open(settings);
    }

    StatusResponse status() {
      return device.status();
    }

    boolean leads() {
      return status().role().equals("leader");
    }

    InsertCommandResponse insert(String uid, String command) {
      return call(
          device.address(),
          RaftOperations.INSERT_COMMAND,
          new InsertCommandRequest(
              new Command(uid, command, Bytes.utf8("parameters")), Optional.empty()));
    }

    private RaftDevice open(UnaryOperator<RaftDeviceSettings.Builder> settings) {
      try {
        return RaftDevice.start(
            settings
                .apply(RaftDeviceSettings.builder(folder).discovery(discovery).eventLoops(loops))
                .build(),
            machine);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Server start(UnaryOperator<RaftDeviceSettings.Builder> settings) {
    Server server = new Server(root.resolve("server" + started++), settings);
    all.add(server);
    return server;
  }

  /** A server on a copy of the log and identity of one that runs, spoilt as told. */
  Server copyOf(Server original, Consumer<Path> spoil) {
    Path folder = root.resolve("server" + started++);
    try (Stream<Path> files = Files.list(original.folder)) {
      Files.createDirectory(folder);
      for (Path file : files.filter(TestServers::isKept).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    spoil.accept(folder);
    Server copy = new Server(folder, it -> it);
    all.add(copy);
    return copy;
  }

  private static boolean isKept(Path file) {
    return KEPT.matcher(file.getFileName().toString()).matches();
  }

  /** Starts a group of so many. */
  List<Server> startGroup(int size) {
    for (int i = 0; i < size; i++) {
      start(it -> it.group("g").expect(size));
    }
    return all;
  }

  /**
   * The same, of servers that a busy machine seldom takes for dead: its leader mostly goes on
   * leading.
   */
  List<Server> startSteadyGroup(int size) {
    for (int i = 0; i < size; i++) {
      start(it -> it.group("g").expect(size).options(STEADY));
    }
    return all;
  }

  /** The one server that leads and that all that run agree on. */
  Server leader() {
    return Await.present(this::toString, this::findLeader);
  }

  /** Has a command executed by whoever leads, however often that changes. */
  InsertCommandResponse insert(String uid, String command) {
    return atLast(
        () ->
            Optional.of(leader().insert(uid, command))
                .filter(response -> response.leaderAddress().isEmpty()));
  }

  /** Asks the leader to change members, again when the leader changes. */
  <Q> AdminResponse change(Operation<Q, AdminResponse> operation, Q request) {
    return atLast(
        () ->
            Optional.of(call(whoLeads().device.address(), operation, request))
                .filter(response -> response.leaderAddress().isEmpty()));
  }

  /** What there is at last: an attempt has no result, or fails, while offices change hands. */
  <T> T atLast(Callable<Optional<T>> attempt) {
    return Await.present(
        this::toString,
        () -> {
          try {
            return attempt.call();
          } catch (CallFailure e) {
            return Optional.empty();
          }
        });
  }

  /** The first that says that it leads; others may not know it. */
  Server whoLeads() {
    return Await.present(this::toString, () -> all.stream().filter(Server::leads).findFirst());
  }

  Server aFollower() {
    Server leader = leader();
    return all.stream().filter(it -> it != leader).findFirst().orElseThrow();
  }

  private Optional<Server> findLeader() {
    return all.stream()
        .filter(Server::leads)
        .filter(
            leader ->
                all.stream()
                    .allMatch(
                        it ->
                            it.status()
                                .leader()
                                .filter(told -> told.member().equals(leader.device.member()))
                                .isPresent()))
        .findFirst();
  }

  void stop(Server server) {
    server.device.close();
    all.remove(server);
  }

  void restart(Server server) {
    server.restart();
    all.add(server);
  }

  CompletionStage<InsertCommandResponse> insertLater(URI address, String uid) {
    return insertLater(address, uid, "x");
  }

  CompletionStage<InsertCommandResponse> insertLater(URI address, String uid, String command) {
    return caller.call(
        address,
        RaftOperations.INSERT_COMMAND,
        new InsertCommandRequest(new Command(uid, command, Bytes.EMPTY), Optional.empty()),
        CALL_TIMEOUT);
  }

  <Q, A> A call(URI address, Operation<Q, A> operation, Q request) {
    return Await.result(caller.call(address, operation, request, CALL_TIMEOUT));
  }

  StatusResponse status(URI address) {
    return call(address, RaftOperations.STATUS, StatusRequest.INSTANCE);
  }

  static String newUid() {
    return "urn:uuid:" + UUID.randomUUID();
  }

  @Override
  public void close() {
    all.forEach(it -> it.device.close());
    caller.close();
    loops.close();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    all.forEach(it -> text.append(it.status()).append('\n'));
    return text.toString();
  }

  static int freeUdpPort() {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }
}
