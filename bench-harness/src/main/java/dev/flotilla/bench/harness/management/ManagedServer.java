package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.ProcessHost;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One server of a group. A manager of 2014 sends the election timeout after Start, so Start waits
 * for it, for at most {@value #PARAMETERS_MILLIS} ms.
 */
final class ManagedServer implements ManagedProcess {
  private static final int PARAMETERS_MILLIS = 2_000;
  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(1);

  private final ServerLaunch launch;
  private final ProcessHost host;
  private final SoapCaller caller;
  private final ScheduledExecutorService executor;
  private final Notices notices;
  private Optional<ServerAddresses> others = Optional.empty();
  private OptionalInt electionTimeoutMillis = OptionalInt.empty();
  private boolean isStartAsked;
  private Optional<HostedProcess> server = Optional.empty();

  /**
   * A server that is not started.
   *
   * @param caller asks the server for its role
   * @param executor runs all methods
   */
  ManagedServer(
      ServerLaunch launch,
      ProcessHost host,
      SoapCaller caller,
      ScheduledExecutorService executor,
      Notices notices) {
    this.launch = launch;
    this.host = host;
    this.caller = caller;
    this.executor = executor;
    this.notices = notices;
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
    int millis = parameter.number(ServerLaunch.MIN_TIMEOUT_MILLIS, ServerLaunch.MAX_TIMEOUT_MILLIS);
    if (isRunning()) {
      notices.once("the server runs: a new election timeout has no effect");
    } else {
      electionTimeoutMillis = OptionalInt.of(millis);
    }
  }

  @Override
  public CompletionStage<@Nullable Void> setMembership(ServerAddresses servers) {
    if (isRunning()) {
      notices.once("the server runs: a new membership has no effect");
    } else {
      others = Optional.of(servers.without(launch.address()));
    }
    return CompletableFuture.completedFuture(null);
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
    server = Optional.of(launch.start(host, named, electionTimeoutMillis));
    notices.once(
        "started a server at %s, one of %s".formatted(launch.address(), named.count() + 1));
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
        .call(launch.address(), RaftOperations.STATUS, StatusRequest.INSTANCE, STATUS_TIMEOUT)
        .handle((status, failure) -> status == null ? "starting" : role(status));
  }

  @Override
  public void stop() {
    isStartAsked = false;
    try {
      if (server.isPresent()) {
        server.get().kill();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isRunning() {
    return server.filter(HostedProcess::isAlive).isPresent();
  }

  /** The manager of 2014 knows three roles. */
  private static String role(StatusResponse status) {
    return switch (status.role()) {
      case "leader", "candidate" -> status.role();
      case "pre-candidate" -> "candidate";
      default -> "follower";
    };
  }
}
