package dev.flotilla.sim;

import dev.flotilla.node.NodeState;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.RaftOptions;
import dev.flotilla.raft.message.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One cluster under one schedule of faults, all of it decided by one seed, on the caller's thread.
 *
 * <p>First the servers run under load and faults, until enough is acknowledged and the last fault
 * has come. Then all faults end, and within ten election timeouts a new command must be executed
 * and all servers must have executed the same.
 */
final class Simulation implements FaultInjector.Servers {
  private static final int CLIENTS = 6;
  private static final int COMMANDS = 300;
  private static final long MAX_NANOS = 120_000_000_000L;
  private static final long RECOVERY_NANOS = 10 * RaftOptions.DEFAULT.electionTimeoutMaxNanos();

  private final Agenda agenda = new Agenda();
  private final Trace trace = new Trace();
  private final List<SimulatedServer> servers = new ArrayList<>();
  private final Invariants invariants;
  private final Promises promises;
  private final SimulatedNetwork network;
  private final FaultInjector faults;
  private final FaultSchedule schedule;
  private final Clients clients;
  private final Configuration configuration;
  private final RaftOptions options;
  private Observer observer = Observer.NONE;
  private @Nullable Violation violation;

  Simulation(long seed, int size, RaftOptions options, FaultSchedule schedule) {
    SplittableRandom random = new SplittableRandom(seed);
    this.schedule = schedule;
    this.options = options;
    this.invariants = new Invariants(size);
    this.network = new SimulatedNetwork(agenda, random.split(), size, this::arrived);
    this.faults = new FaultInjector(agenda, random.split(), this, network, trace);
    for (int number = 0; number < size; number++) {
      servers.add(create(number, random.split()));
    }
    this.promises = new Promises(random.split());
    this.clients = new Clients(agenda, random.split(), servers, invariants);
    this.configuration = new Configuration(servers.stream().map(SimulatedServer::member).toList());
  }

  /** Runs to the end; throws what was violated. */
  SimulationReport run() {
    servers.forEach(this::start);
    faults.plan(schedule);
    clients.start(CLIENTS);
    long lastFault =
        schedule.items().isEmpty()
            ? 0
            : schedule.items().get(schedule.items().size() - 1).atNanos();
    runUntil(
        "enough is acknowledged",
        MAX_NANOS,
        () -> clients.acknowledgedCommands() >= COMMANDS && agenda.nowNanos() > lastFault);
    recover();
    clients.checkAcknowledged();
    return new SimulationReport(
        agenda.steps(),
        agenda.nowNanos(),
        clients.acknowledgedCommands(),
        clients.answeredReads(),
        clients.unknownOutcomes(),
        invariants.leadersSeen(),
        promises.checked(),
        faults.injected(),
        trace.hash());
  }

  /** Lets every disk lie from the start, whenever it works; a check of the checks. */
  void plant(MemoryDisk.Force lie) {
    faults.usually(lie);
  }

  /** Lets somebody watch. */
  void observe(Observer watching) {
    observer = watching;
  }

  /** The last that happened, for a report of a violation. */
  String tail() {
    return trace.tail();
  }

  private void recover() {
    trace.event(agenda.nowNanos(), "all faults end");
    faults.heal();
    int before = clients.acknowledgedCommands();
    runUntil(
        "a command is executed after all faults have ended",
        agenda.nowNanos() + RECOVERY_NANOS,
        () -> clients.acknowledgedCommands() > before);
    clients.stop();
    runUntil(
        "all servers have executed the same",
        agenda.nowNanos() + RECOVERY_NANOS,
        () ->
            servers.stream()
                .allMatch(it -> it.machine().executedCommands() == invariants.executedCommands()));
  }

  private void runUntil(String what, long deadlineNanos, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (agenda.nowNanos() > deadlineNanos || !agenda.step()) {
        throw new Violation("liveness", "it never happened that " + what + "; " + standing());
      }
      if (violation != null) {
        throw violation;
      }
    }
  }

  private String standing() {
    return invariants.executedCommands()
        + " commands are executed; "
        + servers.stream()
            .map(
                it ->
                    it.number
                        + " has "
                        + it.machine().executedCommands()
                        + it.node().map(node -> ", " + node.status()).orElse(" and is down"))
            .collect(Collectors.joining("; "));
  }

  @Override
  public int size() {
    return servers.size();
  }

  @Override
  public SimulatedServer get(int number) {
    return servers.get(number);
  }

  @Override
  public void start(SimulatedServer server) {
    trace.event(agenda.nowNanos(), "start " + server.number);
    try {
      server.start(configuration, options, (to, message) -> send(server.number, to, message));
      observer.started(server);
    } catch (IOException e) {
      if (!isPlanted(e)) {
        throw new Violation("recovery", "server " + server.number + " refuses to start: " + e);
      }
      faults.stopped(server);
    }
  }

  private static boolean isPlanted(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("planted");
  }

  private SimulatedServer create(int number, SplittableRandom random) {
    SimulatedMachine machine = SimulatedMachine.empty(command -> executed(number, command));
    try {
      return new SimulatedServer(number, agenda, random, machine, this::pumped);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(int from, Member to, Message message) {
    check(() -> invariants.checkSent(from, message));
    check(() -> promises.check(servers.get(from), to, message));
    observer.sent(servers.get(from), to, message);
    for (SimulatedServer server : servers) {
      if (server.member().equals(to)) {
        network.send(from, server.number, message);
      }
    }
  }

  private void arrived(int from, int to, Message message) {
    trace.arrival(agenda.nowNanos(), from, to, message);
    SimulatedServer server = servers.get(to);
    server
        .node()
        .ifPresent(
            node -> {
              node.receive(servers.get(from).member(), message);
              observer.arrived(servers.get(from), server, message);
              server.touch();
            });
  }

  private void executed(int number, CommittedCommand command) {
    int place = servers.get(number).machine().executedCommands();
    check(() -> invariants.checkExecuted(number, place, command));
  }

  /**
   * A violation inside a server's loop would only stop that server: it is kept, and thrown later.
   */
  private void check(Runnable check) {
    try {
      check.run();
    } catch (Violation e) {
      violation = violation == null ? e : violation;
    }
  }

  private void pumped(SimulatedServer server) {
    RaftNode node = server.node().orElseThrow();
    if (node.status().state() == NodeState.RUNNING) {
      check(() -> invariants.checkStatus(server, node));
      observer.pumped(server);
    } else {
      check(() -> checkEnd(server, node));
      trace.event(agenda.nowNanos(), "stopped " + server.number);
      faults.stopped(server);
    }
  }

  /** Only a planted fault of its disk may stop a server. */
  private static void checkEnd(SimulatedServer server, RaftNode node) {
    node.close();
    try {
      node.stopped().toCompletableFuture().join();
    } catch (CompletionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      if (!isPlanted(cause)) {
        throw new Violation("no-server-stops", "server " + server.number + ": " + cause);
      }
    }
  }
}
