package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.sessions.StartupReplay;
import dev.flotilla.node.snapshot.SnapshotGauges;
import dev.flotilla.node.snapshot.SnapshotIntake;
import dev.flotilla.node.snapshot.SnapshotLoop;
import dev.flotilla.node.snapshot.SnapshotTaker;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.log.RecoveredLog;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** A node's parts, recovered from the disk and wired up. */
record NodeAssembly(
    Member self,
    RaftOptions options,
    NodeQueues queues,
    NodeCounters counters,
    SnapshotGauges gauges,
    NodeLifecycle life,
    GroupLoop group,
    Reads reads,
    AppliedLog applied,
    CommandVersions commands,
    List<NodeLoop> loops) {

  static NodeAssembly recover(
      NodeSettings settings,
      DataDirectory directory,
      StateMachine machine,
      MessageSender transport,
      Clock clock)
      throws IOException {
    requireFounder(directory.identity().member(), settings.configuration());
    MachineDirectory itsDirectory = MachineDirectory.of(settings.machineDirectory());
    long applied = machine.initialize(settings.machineDirectory());
    try {
      return wire(settings, directory, machine, applied, transport, clock);
    } catch (IOException | RuntimeException | Error e) {
      machine.terminate();
      itsDirectory.abandon();
      throw e;
    }
  }

  private static NodeAssembly wire(
      NodeSettings settings,
      DataDirectory directory,
      StateMachine machine,
      long initial,
      MessageSender transport,
      Clock clock)
      throws IOException {
    Member self = directory.identity().member();
    DurableLog log = directory.log();
    requireLog(settings, initial, log.recovered());
    RaftOptions options = settings.options();
    SplittableRandom random = new SplittableRandom(settings.seed());
    SeenUids seen = new SeenUids(random.nextLong());
    var queues = new NodeQueues(options.maxUnappliedEntries(), settings.memory().queueBytes());
    SnapshotStore snapshots = directory.snapshots();
    SnapshotGauges gauges = new SnapshotGauges(snapshots, clock);
    SnapshotTaker taker = taker(queues, directory, machine, initial, settings, gauges, seen);
    // A machine that is behind the newest snapshot is restored from it.
    Optional<SnapshotMetadata> ahead = snapshots.newest().filter(it -> it.last().index() > initial);
    long applied = ahead.map(it -> it.last().index()).orElse(initial);
    ClientTable clients =
        ahead.isPresent()
            ? taker.restore(ahead.get(), UnaryOperator.identity())
            : remember(taker, snapshots, machine, applied, log);
    queues.appliedIndex.set(applied);
    queues.activeCommands = clients.activeCommands();
    DurableState state = durableState(directory, applied);
    ProtocolVersions versions = versions(settings, directory, clients);
    Raft raft = raft(directory, settings, state, versions, random, clock);
    NodeCounters counters = new NodeCounters();
    String name = self + " of group '" + directory.identity().groupName() + "'";
    NodeLifecycle life =
        new NodeLifecycle(name, 4, queues::wakeAll, () -> release(machine, directory));
    CommandVersions gate = new CommandVersions(self, queues, machine);
    GroupLoop group = new GroupLoop(raft, queues, counters, life, transport, clock, seen, gate);
    SnapshotIntake intake =
        new SnapshotIntake(
            queues.snapshots, queues.appliedIndex::get, directory, gauges, machine, seen);
    LogLoop logLoop = new LogLoop(queues, counters, life, directory, intake, transport, clock);
    ApplyLoop apply =
        new ApplyLoop(queues, counters, life, log, machine, clients, taker, options, clock);
    long pace = settings.snapshots().bytesPerSecond();
    SnapshotLoop snapshotLoop =
        new SnapshotLoop(queues.snapshots, life, log, snapshots, gauges, pace, clock);
    return new NodeAssembly(
        self,
        options,
        queues,
        counters,
        gauges,
        life,
        group,
        new Reads(self, queues, life, group::status, clock),
        new AppliedLog(log, queues, machine),
        gate,
        List.of(group, logLoop, apply, snapshotLoop));
  }

  private static SnapshotTaker taker(
      NodeQueues queues,
      DataDirectory directory,
      StateMachine machine,
      long initial,
      NodeSettings settings,
      SnapshotGauges gauges,
      SeenUids seen) {
    return new SnapshotTaker(
        queues.snapshots,
        directory,
        machine,
        configurationAt(
            initial, settings, directory.snapshots().newest(), directory.log().recovered()),
        settings.snapshots(),
        gauges,
        seen,
        initial);
  }

  private static Raft raft(
      DataDirectory directory,
      NodeSettings settings,
      DurableState state,
      ProtocolVersions versions,
      SplittableRandom random,
      Clock clock) {
    Raft raft =
        new Raft(
            directory.identity().member(),
            settings.configuration(),
            state,
            versions,
            settings.options(),
            random,
            clock.nanoTime());
    directory
        .snapshots()
        .arrived()
        .ifPresent(it -> raft.snapshotArriving(it.snapshot(), it.bytes()));
    return raft;
  }

  /** What the newest snapshot and the log after it say of the clients. */
  private static ClientTable remember(
      SnapshotTaker taker,
      SnapshotStore snapshots,
      StateMachine machine,
      long applied,
      DurableLog log)
      throws IOException {
    ClientTable clients = taker.clients();
    long tableIndex = snapshots.newest().map(it -> it.last().index()).orElse(0L);
    StartupReplay.Past past =
        StartupReplay.bringUp(clients, tableIndex, machine, applied, log::read);
    taker.recollected(past);
    return clients;
  }

  private static void requireFounder(Member self, Configuration configuration) {
    if (!configuration.isVoter(self) && !configuration.equals(Configuration.NONE)) {
      throw new IllegalArgumentException(self + " is not among the voters: " + configuration);
    }
  }

  /** What governs at an entry that is applied. One behind the snapshot does not matter. */
  private static Configuration configurationAt(
      long applied, NodeSettings settings, Optional<SnapshotMetadata> snapshot, RecoveredLog log) {
    Configuration latest =
        snapshot.map(SnapshotMetadata::configuration).orElse(settings.configuration());
    for (LoggedConfiguration logged : log.configurations()) {
      boolean isKnown = snapshot.isPresent() && logged.index() <= snapshot.get().last().index();
      if (logged.index() <= applied && !isKnown) {
        latest = logged.configuration();
      }
    }
    return latest;
  }

  private static DurableState durableState(DataDirectory directory, long applied) {
    RecoveredLog log = directory.log().recovered();
    return new DurableState(
        directory.votes().current(),
        log.termStarts(),
        log.lastIndex(),
        log.lastTimeMillis(),
        applied,
        log.base(),
        directory.snapshots().newest(),
        log.configurations(),
        directory.identity().isWitness());
  }

  /** safety rule 12: an older program must not go on with a directory of a newer one. */
  private static ProtocolVersions versions(
      NodeSettings settings, DataDirectory directory, ClientTable clients) throws VersionTooNew {
    int active = clients.activeVersion();
    if (active > settings.supportedVersion()) {
      throw new VersionTooNew(
          directory.identity().groupName(), active, settings.supportedVersion());
    }
    return new ProtocolVersions(active, settings.supportedVersion());
  }

  private static void requireLog(NodeSettings settings, long applied, RecoveredLog log)
      throws MachineAheadOfLog {
    if (applied > log.lastIndex()) {
      String machine = settings.machineDirectory().toString();
      throw new MachineAheadOfLog(machine, applied, log.lastIndex());
    }
  }

  private static void release(StateMachine machine, DataDirectory directory) {
    try (directory) {
      machine.terminate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
