package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One cluster under one schedule of faults, all of it decided by one seed, on the caller's thread.
 *
 * <p>First the servers run under load and faults, until enough is acknowledged and the last fault
 * has come. Then all faults end, and within a {@link RecoveryTime} a new command must be executed
 * and all servers must have executed the same.
 */
final class Simulation implements FaultInjector.Servers {
  /** So many servers at most, members and former ones. */
  static final int MAX_SERVERS = 16;

  private static final long SESSIONS_SALT = 0x5E5510;
  private static final long OFFICES_SALT = 0x0FF1CE;
  private static final long LEASES_SALT = 0x1EA5E;
  private static final long JOINT_SALT = 0x1017;
  private static final long WIRE_SALT = 0xB17E5;
  private static final int CLIENTS = 6;
  private static final int COMMANDS = 300;
  private static final long MAX_NANOS = 120_000_000_000L;

  /** So long at most members are lied to. */
  private static final long LIES_NANOS = 8_000_000_000L;

  private static final long MAX_STEPS = 20_000_000;

  /** The log's files must be filled first, by few clients and in small bites. */
  private static final long MAX_FILLING_NANOS = 60_000_000_000L;

  private final EventQueue agenda = new EventQueue();
  private final Trace trace = new Trace();
  private final List<SimulatedServer> servers = new ArrayList<>();
  private final Invariants invariants = new Invariants();
  private final Interlude interlude = new Interlude(agenda, this::keep);
  private final SplittableRandom random;
  private final Pieces pieces = new Pieces();
  private final Promises promises;
  private final ProtocolInvariants scrutiny;
  private final ClientPause lull = new ClientPause();
  private final LeaseTrials leaseTrials;
  private final JointTrials jointTrials;
  private boolean hasJointTrials;
  private boolean fillsDisk;
  private int fullDiskTrials;
  private int brokenByLies;
  private final SimulatedNetwork network;
  private final FaultInjector faults;
  private final FaultSchedule schedule;
  private final LeaderSafetyCheck offices;
  private final Answers answers;
  private final Clients clients;
  private final SessionClients sessions;
  private final Electorates electorates = new Electorates();
  private final Membership membership;
  private final RaftOptions options;
  private Carrier carrier;
  private Optional<WireTraffic> wire = Optional.empty();
  private Observer observer = Observer.NONE;
  private boolean keepsLogs;
  private Tolerance tolerance = Tolerance.NOTHING;
  private @Nullable Violation violation;

  Simulation(long seed, int size, RaftOptions options, FaultSchedule schedule) {
    this.random = new SplittableRandom(seed);
    this.schedule = schedule;
    this.options = options;
    this.answers = new Answers(invariants);
    this.network = new SimulatedNetwork(agenda, random.split(), this::arrived);
    this.carrier = new Carrier.Plain(network, servers);
    this.membership = new Membership(agenda, random.split(), this, electorates);
    this.faults = new FaultInjector(agenda, random.split(), this, network, membership, trace);
    this.clients = new Clients(agenda, random.split(), servers, invariants, answers, lull);
    this.sessions =
        new SessionClients(
            agenda,
            new SplittableRandom(seed ^ SESSIONS_SALT),
            servers,
            invariants,
            answers,
            lull,
            faults);
    this.leaseTrials =
        new LeaseTrials(agenda, new SplittableRandom(seed ^ LEASES_SALT), faults, lull);
    this.jointTrials = new JointTrials(new SplittableRandom(seed ^ JOINT_SALT), faults);
    for (int i = 0; i < size; i++) {
      add(Optional.empty());
    }
    Configuration founders =
        new Configuration(servers.stream().map(SimulatedServer::member).toList());
    servers.forEach(server -> server.found(founders));
    this.promises = new Promises(random.split(), founders, pieces);
    this.scrutiny = new ProtocolInvariants(founders, options.electionTimeoutMinNanos(), pieces);
    this.offices =
        new LeaderSafetyCheck(
            invariants, scrutiny.acknowledgements(), new SplittableRandom(seed ^ OFFICES_SALT));
  }

  /** Runs to the end; throws what was violated. */
  SimulationReport run() {
    servers.forEach(this::start);
    faults.plan(schedule);
    membership.start();
    clients.start(CLIENTS);
    sessions.start();
    wire.ifPresent(WireTraffic::start);
    if (hasLeases()) {
      // Reads rest on clocks that do not jump.
      sessions.calm();
      leaseTrials.start();
    }
    long lastFault = schedule.lastNanos();
    runUntil(
        "enough is acknowledged",
        () -> agenda.nowNanos() > MAX_NANOS,
        () -> answers.acknowledgedCommands() >= enough() && agenda.nowNanos() > lastFault);
    recover();
    if (tolerance.isNothing()) {
      answers.checkAcknowledged();
    }
    return new SimulationReport(
        agenda.steps(),
        agenda.nowNanos(),
        answers.acknowledgedCommands(),
        answers.reads(),
        answers.unknownOutcomes(),
        invariants.leadersSeen(),
        promises.checked(),
        counts(),
        trace.hash(servers));
  }

  private int enough() {
    return !tolerance.isNothing() && agenda.nowNanos() > LIES_NANOS ? 0 : COMMANDS;
  }

  private boolean hasLeases() {
    return options.leadership().leaseDriftPerMille().isPresent();
  }

  private Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>(faults.counts());
    sessions.counts().forEach((what, count) -> counts.merge(what, count, Integer::sum));
    counts.putAll(leaseTrials.counts());
    counts.putAll(jointTrials.counts());
    counts.put("full disk trial", fullDiskTrials);
    if (brokenByLies > 0) {
      counts.put("logs broken by lies", brokenByLies);
    }
    wire.ifPresent(traffic -> counts.putAll(traffic.counts()));
    return counts;
  }

  /** Lets no server take snapshots, so that who joins is told everything entry by entry. */
  void keepLogs() {
    keepsLogs = true;
    servers.forEach(SimulatedServer::keepLog);
  }

  /** Lets every disk lie from the start, whenever it works; a check of the checks. */
  void plant(MemoryDisk.Force lie) {
    faults.usually(lie);
  }

  /** Lets leaders fall while a configuration is joint. */
  void holdJointElections() {
    hasJointTrials = true;
  }

  /** Lets messages, and what clients say, travel as bytes. */
  void sendBytes(long seed, Malice malice) {
    WireTraffic traffic =
        new WireTraffic(
            agenda, network, servers, answers, new SplittableRandom(seed ^ WIRE_SALT), malice);
    carrier = traffic.carrier(this::arrived);
    wire = Optional.of(traffic);
    tolerance = malice.tolerance();
    clients.goBy(traffic.door(this::check));
  }

  /** Lets the leader's disk be full in the end, until another leads. */
  void fillDiskInTheEnd() {
    fillsDisk = true;
  }

  /** Lets somebody watch, to whom every cycle of a loop happens at one moment. */
  void observe(Observer watching) {
    observer = watching;
    interlude.forbid();
  }

  /** Lets the founders stay the members, whatever happens to them. */
  void keepMembers() {
    membership.rest();
  }

  /** Lets some read from older states, too. */
  StaleReaders readStale(long seed) {
    return new StaleReaders(agenda, new SplittableRandom(~seed), servers, answers);
  }

  /** The last that happened, for a report of a violation. */
  String tail() {
    return trace.tail();
  }

  private void recover() {
    trace.event(agenda.nowNanos(), "all faults end");
    faults.heal();
    wire.ifPresent(WireTraffic::heal);
    sessions.calm();
    boolean isServed = isServedAgain();
    if (fillsDisk && isServed) {
      FullDiskTrial.begin(servers).ifPresent(this::handOver);
    }
    clients.stop();
    sessions.stop();
    wire.ifPresent(WireTraffic::stop);
    if (tolerance.isNothing()) {
      runUntil(
          "all members have executed the same",
          recovery(),
          () -> {
            List<SimulatedServer> holders = membership.holders();
            return !holders.isEmpty() && holders.stream().allMatch(this::hasExecutedAll);
          });
    }
    wire.ifPresent(
        traffic ->
            happens("all that requests hold is given back", recovery(), traffic::holdsNothing));
  }

  private RecoveryTime recovery() {
    long timeoutNanos = options.electionTimeoutMaxNanos();
    return new RecoveryTime(servers, timeoutNanos, agenda, agenda.nowNanos());
  }

  private boolean isServedAgain() {
    int before = answers.acknowledgedCommands();
    return happens(
        "a command is executed after all faults have ended",
        recovery(),
        () -> answers.acknowledgedCommands() > before);
  }

  private void handOver(FullDiskTrial trial) {
    trace.event(agenda.nowNanos(), "the leader's disk is full");
    fullDiskTrials++;
    long endNanos = agenda.nowNanos() + MAX_FILLING_NANOS;
    BooleanSupplier isLate = () -> agenda.nowNanos() > endNanos;
    if (happens("a leader whose disk is full has handed over", isLate, trial::isOver)) {
      trial.end();
    }
  }

  /** Whether something happens in time; false only if lies have made that impossible. */
  private boolean happens(String what, BooleanSupplier isLate, BooleanSupplier condition) {
    try {
      runUntil(what, isLate, condition);
      return true;
    } catch (Violation late) {
      boolean isLiveness = late.invariant().equals("liveness");
      if (tolerance.isNothing() || !isLiveness || !BrokenLogs.areThere(servers, random)) {
        throw late;
      }
      brokenByLies = 1;
      return false;
    }
  }

  private boolean hasExecutedAll(SimulatedServer server) {
    return server.machine().executedCommands() == invariants.executedCommands();
  }

  private void runUntil(String what, BooleanSupplier isLate, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (isLate.getAsBoolean() || agenda.steps() > MAX_STEPS || !step()) {
        throw new Violation("liveness", "it never happened that " + what + "; " + standing());
      }
      if (violation != null) {
        throw violation;
      }
    }
  }

  private boolean step() {
    try {
      return agenda.step();
    } catch (Violation e) {
      keep(e);
      return true;
    }
  }

  private String standing() {
    return invariants.executedCommands()
        + " commands are executed; "
        + servers.stream().map(SimulatedServer::toString).collect(Collectors.joining("; "));
  }

  @Override
  public List<SimulatedServer> all() {
    return servers;
  }

  @Override
  public void start(SimulatedServer server) {
    trace.event(agenda.nowNanos(), "start " + server.number);
    int life = server.life();
    carrier.starting(server, options);
    try {
      server.start(
          options,
          (to, message) -> {
            if (server.life() == life) {
              send(server, to, message);
            }
          });
      carrier.started(server);
      scrutiny.started(server);
      observer.started(server);
    } catch (IOException e) {
      server.hangUp();
      if (server.isDamaged()) {
        trace.event(agenda.nowNanos(), "damaged " + server.number);
      } else if (Failures.isPlanted(e)) {
        faults.stopped(server);
      } else {
        throw new Violation("recovery", "server " + server.number + " refuses to start: " + e);
      }
    }
  }

  @Override
  public void ask(SimulatedServer server) {
    clients.ask(server);
  }

  @Override
  public SimulatedServer add(Optional<Member> inPlaceOf) {
    int number = servers.size();
    if (number == MAX_SERVERS) {
      throw new IllegalStateException("there are " + MAX_SERVERS + " servers already");
    }
    SimulatedMachine machine = SimulatedMachine.empty(new Executions(number));
    try {
      SimulatedServer server =
          new SimulatedServer(
              number, inPlaceOf, agenda, interlude, random.split(), machine, this::pumped);
      if (keepsLogs) {
        server.keepLog();
      }
      servers.add(server);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(SimulatedServer from, Member to, Message message) {
    check(() -> invariants.checkSent(from.number, message));
    if (message instanceof InstallSnapshot piece) {
      pieces.sent(from.member(), to, piece);
    }
    offices.sent(message);
    check(() -> promises.check(from, to, message));
    check(() -> scrutiny.sent(from, to, message));
    electorates.sent(message);
    check(() -> Carriable.check(message));
    if (message instanceof AppendEntriesResponse answer && answer.success()) {
      from.promises(answer.hint().index());
    }
    observer.sent(from, to, message);
    carrier.send(from, to, message);
  }

  private void arrived(int from, int to, Message message) {
    trace.arrival(agenda.nowNanos(), from, to, message);
    check(() -> arrived(servers.get(from).member(), servers.get(to), message));
    if (servers.get(to).isUp()) {
      observer.arrived(servers.get(from), servers.get(to), message);
    }
  }

  private void arrived(Member from, SimulatedServer server, Message message) {
    server
        .node()
        .ifPresent(
            node -> {
              scrutiny.arrived(from, server, message);
              node.receive(from, message);
              server.touch();
              if (message instanceof TimeoutNow && hasLeases()) {
                leaseTrials.toldToLead(from);
              }
            });
  }

  private final class Executions implements SimulatedMachine.Observer {
    private final int number;

    Executions(int number) {
      this.number = number;
    }

    @Override
    public void executed(int place, CommittedCommand command) {
      trace.executed(number, place, command);
      check(() -> invariants.checkExecuted(number, place, command));
      wire.ifPresent(traffic -> check(() -> traffic.checkExecuted(command)));
      electorates.committed(command.position());
      check(() -> promises.checkExecuted(servers.get(number), servers, command.position()));
    }

    @Override
    public void ended(int place, SessionEnd end) {
      check(() -> invariants.checkEnded(number, place, end));
    }

    @Override
    public void applied() {
      servers.get(number).applied();
    }
  }

  /** A violation in a loop would only stop that server: it is kept, and thrown later. */
  private void check(Runnable check) {
    try {
      check.run();
    } catch (Violation e) {
      keep(e);
    }
  }

  private void keep(Violation first) {
    if (violation == null && !tolerance.isBorne(first)) {
      violation = first;
    }
  }

  private void pumped(SimulatedServer server) {
    RaftNode node = server.node().orElseThrow();
    if (node.status().state() == NodeState.RUNNING) {
      boolean isNewLeader = invariants.isNewLeader(node.status());
      check(() -> invariants.checkStatus(server, node));
      check(() -> checkOffice(server, node.status()));
      check(() -> scrutiny.checkStatus(server, node.status()));
      electorates.governs(server, node.status().configuration());
      if (isNewLeader) {
        check(() -> scrutiny.elected(server, node.status()));
        faults.led(server);
      }
      faults.pumped(server, node.status());
      if (hasJointTrials) {
        jointTrials.pumped(server, node.status());
      }
      observer.pumped(server);
    } else {
      check(() -> Failures.checkEnd(server, node));
      trace.event(agenda.nowNanos(), "stopped " + server.number);
      faults.stopped(server);
    }
  }

  /**
   * As soon as a leader has decided something, its predecessors are asked: they must not answer as
   * if nothing had been.
   */
  private void checkOffice(SimulatedServer server, NodeStatus status) {
    if (offices.check(server, status, servers)) {
      faults.decided(server);
      servers.stream().filter(it -> it != server && it.isLeading()).forEach(clients::ask);
    }
  }
}
