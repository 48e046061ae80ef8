package dev.flotilla.node;

import dev.flotilla.node.log.DurableLog;
import dev.flotilla.node.log.RecoveredLog;
import dev.flotilla.node.log.VoteFile;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.DurableState;
import dev.flotilla.raft.Raft;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;

/** A node's parts, recovered from the disk and wired up. */
record NodeAssembly(
    NodeSettings settings,
    NodeQueues queues,
    NodeCounters counters,
    Life life,
    GroupLoop group,
    List<NodeLoop> loops) {

  static NodeAssembly recover(
      NodeSettings settings,
      DurableLog log,
      VoteFile votes,
      StateMachine machine,
      Transport transport,
      Clock clock,
      Seams seams)
      throws IOException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    UidHash uidHash = new UidHash(random.nextLong());
    ExecutionWindow window = seams.window().apply(uidHash);
    NodeQueues queues = new NodeQueues(settings.options().maxUnappliedEntries());
    long appliedIndex = open(machine, settings, log.recovered(), window, queues.seen);
    queues.appliedIndex.set(appliedIndex);
    RecoveredLog recovered = log.recovered();
    DurableState state =
        new DurableState(
            votes.current(), recovered.termStarts(), recovered.lastIndex(), appliedIndex);
    Raft raft =
        new Raft(
            settings.self(),
            settings.configuration(),
            state,
            settings.options(),
            random,
            clock.nanoTime());

    NodeCounters counters = new NodeCounters();
    String name = settings.self() + " of group '" + settings.groupName() + "'";
    Life life = new Life(name, 3, queues::wakeAll, () -> release(machine, log, votes));
    GroupLoop group = new GroupLoop(raft, queues, counters, life, transport, clock, uidHash);
    LogLoop logLoop = new LogLoop(queues, counters, life, votes, log, transport, seams.promise());
    ApplyLoop apply =
        new ApplyLoop(
            queues, counters, life, log, machine, window, settings.options().maxUnappliedEntries());
    return new NodeAssembly(
        settings, queues, counters, life, group, List.of(group, logLoop, apply));
  }

  private static long open(
      StateMachine machine,
      NodeSettings settings,
      RecoveredLog log,
      ExecutionWindow window,
      SeenUids seen)
      throws IOException {
    long appliedIndex = machine.initialize(settings.machineDirectory());
    if (appliedIndex > log.lastIndex()) {
      machine.terminate();
      throw new MachineAheadOfLog(
          settings.machineDirectory().toString(), appliedIndex, log.lastIndex());
    }
    machine.recall(
        ExecutionWindow.MAX_COMMANDS,
        execution -> {
          window.recall(execution);
          seen.mark(window.hashOf(execution.uid()));
        });
    return appliedIndex;
  }

  private static void release(StateMachine machine, DurableLog log, VoteFile votes) {
    try (log;
        votes) {
      machine.terminate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
