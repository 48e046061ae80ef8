package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.HeldPort;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One server of a group, on a port that is held until it starts. A manager of 2014 sends the
 * election timeout after Start, so Start waits for it, for at most {@value #PARAMETERS_MILLIS} ms.
 */
final class ManagedServer implements ManagedProcess, AutoCloseable {
  static final int MIN_TIMEOUT_MILLIS = 15;
  static final int MAX_TIMEOUT_MILLIS = 59_950;

  private static final int HEARTBEAT_MILLIS = 50;
  private static final int HEARTBEATS_IN_TIMEOUT = 3;
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");
  private static final int PARAMETERS_MILLIS = 2_000;
  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(1);

  private final ManagementSettings settings;
  private final Path data;
  private final ChildProcesses children;
  private final SoapCaller caller;
  private final ScheduledExecutorService executor;
  private final Notices notices;
  private final HeldPort port;
  private final URI address;
  private Optional<ServerAddresses> others = Optional.empty();
  private OptionalInt electionTimeoutMillis = OptionalInt.empty();
  private boolean isStartAsked;
  private Optional<ChildProcess> server = Optional.empty();

  /**
   * Takes a port for a server, which is not started.
   *
   * @param data the server's directory
   * @param caller asks the server for its role
   * @param executor runs all methods
   * @throws IOException if there is no free port
   */
  ManagedServer(
      ManagementSettings settings,
      Path data,
      ChildProcesses children,
      SoapCaller caller,
      ScheduledExecutorService executor,
      Notices notices)
      throws IOException {
    this.settings = settings;
    this.data = data;
    this.children = children;
    this.caller = caller;
    this.executor = executor;
    this.notices = notices;
    this.port = HeldPort.of(settings.device().address());
    this.address = url(port);
  }

  private static URI url(HeldPort port) {
    String host = port.address().getAddress().getHostAddress();
    Endpoint endpoint = new Endpoint(host, List.of(port.address().getPort()));
    return RaftAddress.required(URI.create("http://" + endpoint.authority(0)));
  }

  @Override
  public Optional<URI> raftService() {
    return Optional.of(address);
  }

  @Override
  public void setParameters(List<Parameter> parameters) throws IOException {
    for (Parameter parameter : parameters) {
      switch (parameter.name()) {
        case "election_timeout" -> setElectionTimeout(parameter);
        case "state" ->
            notices.once(
                "state=%s has no effect: the servers elect their leader"
                    .formatted(parameter.value()));
        default -> notices.once("parameter %s has no effect".formatted(parameter.name()));
      }
    }
    if (isStartAsked && electionTimeoutMillis.isPresent()) {
      startServer();
    }
  }

  private void setElectionTimeout(Parameter parameter) {
    int millis = parameter.number(MIN_TIMEOUT_MILLIS, MAX_TIMEOUT_MILLIS);
    if (isRunning()) {
      notices.once("the server runs: a new election timeout has no effect");
    } else {
      electionTimeoutMillis = OptionalInt.of(millis);
    }
  }

  @Override
  public CompletionStage<EmptyBody> setMembership(ServerAddresses servers) {
    if (isRunning()) {
      notices.once("the server runs: a new membership has no effect");
    } else {
      others = Optional.of(servers.without(address));
    }
    return CompletableFuture.completedFuture(EmptyBody.EMPTY);
  }

  @Override
  public void start() throws IOException {
    if (others.isEmpty()) {
      throw new IllegalStateException("the server has no membership; send SetMembership first");
    }
    isStartAsked = true;
    if (electionTimeoutMillis.isPresent()) {
      startServer();
    } else {
      var unused =
          executor.schedule(this::startWithoutParameters, PARAMETERS_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void startWithoutParameters() {
    try {
      if (isStartAsked && !isRunning()) {
        startServer();
      }
    } catch (IOException e) {
      notices.once("the server was not started: " + e.getMessage());
    }
  }

  private void startServer() throws IOException {
    if (isRunning()) {
      notices.once("the server runs: Start has no effect");
      return;
    }
    ServerAddresses named = others.orElseThrow();
    port.close();
    server = Optional.of(children.start("server-" + port.address().getPort(), program(named)));
    notices.once("started a server at %s, one of %s".formatted(address, named.count() + 1));
  }

  private JavaProgram program(ServerAddresses named) {
    ServerAddresses all = named.with(address);
    JavaProgram usual = FlotillaSystem.serverProgram(all.group(), all.count(), data, JVM_OPTIONS);
    List<String> arguments = new ArrayList<>(usual.arguments());
    arguments.addAll(List.of("--port", Integer.toString(port.address().getPort())));
    // Its Hello would have a manager of 2014 begin its whole procedure once more.
    arguments.add("--no-discovery");
    if (named.count() > 0) {
      String peers = named.all().stream().map(URI::toString).collect(Collectors.joining(","));
      arguments.addAll(List.of("--peers", peers));
    }
    electionTimeoutMillis.ifPresent(millis -> arguments.addAll(timing(millis)));
    settings
        .networkInterface()
        .ifPresent(name -> arguments.addAll(List.of("--interface", name, "--insecure")));
    return new JavaProgram(
        settings.serverClassPath(), usual.mainClass(), usual.jvmOptions(), arguments);
  }

  /** A server of 2014 waits for exactly the timeout; one of Flotilla draws from a range. */
  static List<String> timing(int millis) {
    int heartbeat = Math.min(HEARTBEAT_MILLIS, millis / HEARTBEATS_IN_TIMEOUT);
    return List.of(
        "--election-timeout",
        millis + "-" + (millis + heartbeat),
        "--heartbeat",
        Integer.toString(heartbeat));
  }

  @Override
  public void startDissemination() {
    throw new IllegalStateException("this agent has a server; start the commands at a client");
  }

  /** {@inheritDoc} That is the server's role, as {@code leader}; {@code stopped} without one. */
  @Override
  public CompletionStage<String> stats() {
    if (!isRunning()) {
      return CompletableFuture.completedFuture("stopped");
    }
    return caller
        .call(address, RaftOperations.STATUS, StatusRequest.INSTANCE, STATUS_TIMEOUT)
        .handle((status, failure) -> status == null ? "starting" : role(status));
  }

  @Override
  public void stop() {
    isStartAsked = false;
    server.ifPresent(ChildProcess::kill);
  }

  private boolean isRunning() {
    return server.filter(ChildProcess::isAlive).isPresent();
  }

  /** The manager of 2014 knows three roles. */
  private static String role(StatusResponse status) {
    return switch (status.role()) {
      case "leader", "candidate" -> status.role();
      case "pre-candidate" -> "candidate";
      default -> "follower";
    };
  }

  /** Lets the port go. */
  @Override
  public void close() throws IOException {
    port.close();
  }
}
