package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.dpws.soap.EmptyBody;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One client, which connects when it knows its servers, and sends its commands when told. */
final class ManagedClient implements ManagedProcess {
  static final int MAX_COMMANDS = 10_000;
  static final int MAX_PAUSE_MILLIS = 60_000;

  /** A manager of 2014 waits for 20 s. */
  private static final int READY_SECONDS = 15;

  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private final ChildProcesses children;
  private final Optional<String> networkInterface;
  private final Supplier<String> name;
  private final Runnable announceEnd;
  private final Executor executor;
  private final Notices notices;
  // What a client of 2014 does without parameters.
  private int commands = 10;
  private int pauseMillis = 5_000;
  private Optional<ServerAddresses> servers = Optional.empty();
  private Optional<ClientRun> client = Optional.empty();
  private ClientRunResult last = ClientRunResult.NONE;
  private int processes;

  /**
   * A client without servers.
   *
   * @param name what statistics call it
   * @param announceEnd called at the end of each run
   * @param executor runs all methods
   */
  ManagedClient(
      ChildProcesses children,
      Optional<String> networkInterface,
      Supplier<String> name,
      Runnable announceEnd,
      Executor executor,
      Notices notices) {
    this.children = children;
    this.networkInterface = networkInterface;
    this.name = name;
    this.announceEnd = announceEnd;
    this.executor = executor;
    this.notices = notices;
  }

  @Override
  public void setParameters(List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      switch (parameter.name()) {
        case "num_invocations" -> commands = parameter.number(1, MAX_COMMANDS);
        case "invocation_timeout" -> pauseMillis = parameter.number(0, MAX_PAUSE_MILLIS);
        default -> notices.once("parameter %s has no effect".formatted(parameter.name()));
      }
    }
  }

  /**
   * {@inheritDoc} That is when the client has found the leader, as a client of 2014 has then, or
   * after {@value #READY_SECONDS} s. A part of the servers that it knows is how a manager of 2014
   * names the leader.
   */
  @Override
  public CompletionStage<EmptyBody> setMembership(ServerAddresses newServers) throws IOException {
    if (newServers.count() == 0) {
      throw new IllegalArgumentException("a client needs the address of a server");
    }
    if (servers.filter(known -> known.containsAll(newServers)).isPresent()) {
      notices.once("a named leader has no effect: the client finds the leader");
    } else {
      connect(newServers);
    }
    return ready();
  }

  private void connect(ServerAddresses newServers) throws IOException {
    if (client.filter(ClientRun::isRunning).isPresent()) {
      throw new IllegalStateException("the client sends its commands; set the membership later");
    }
    stop();
    servers = Optional.of(newServers);
    startProcess(newServers);
  }

  private CompletionStage<EmptyBody> ready() {
    return client
        .map(ClientRun::ready)
        .orElseGet(() -> CompletableFuture.completedFuture(EmptyBody.EMPTY))
        .completeOnTimeout(EmptyBody.EMPTY, READY_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void start() {
    notices.once("Start has no effect on a client; StartDissemination starts its commands");
  }

  @Override
  public void startDissemination() throws IOException {
    ServerAddresses known =
        servers.orElseThrow(
            () -> new IllegalStateException("the client has no servers; send SetMembership first"));
    ClientRun run =
        client.filter(ClientRun::isAlive).isPresent() ? client.get() : startProcess(known);
    if (!run.start(commands, pauseMillis)) {
      notices.once("the client sends its commands already");
    }
  }

  /** Keeps what a run has shown; on the thread that reads what the client prints. */
  private void ended(ClientRunResult result) {
    try {
      executor.execute(
          () -> {
            last = result;
            announceEnd.run();
            notices.once("the client has ended its commands");
          });
    } catch (RejectedExecutionException e) {
      // The agent is ending: nobody waits for the event.
    }
  }

  @Override
  public CompletionStage<String> stats() {
    return CompletableFuture.completedFuture(last.csv(name.get()));
  }

  @Override
  public void stop() {
    client.ifPresent(ClientRun::kill);
    client = Optional.empty();
  }

  private ClientRun startProcess(ServerAddresses known) throws IOException {
    processes++;
    ClientRun run =
        ClientRun.talkTo(children.startToTalk("client-" + processes, program(known)), this::ended);
    client = Optional.of(run);
    notices.once("started a client of %s servers".formatted(known.count()));
    return run;
  }

  private JavaProgram program(ServerAddresses known) {
    List<String> arguments = new ArrayList<>();
    arguments.add(known.group());
    arguments.add(networkInterface.orElse(ManagedClientMain.LOOPBACK));
    known.all().stream().map(URI::toString).forEach(arguments::add);
    return new JavaProgram(
        JavaProgram.classPathOf(ManagedClientMain.class),
        ManagedClientMain.class.getName(),
        JVM_OPTIONS,
        arguments);
  }
}
