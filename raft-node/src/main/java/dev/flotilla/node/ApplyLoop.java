package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.AppliedState;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.CommittedBatch;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.sessions.CachedResult;
import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.DedupDecision;
import dev.flotilla.node.snapshot.RestoredWhileRunning;
import dev.flotilla.node.snapshot.SnapshotTaker;
import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.log.DurableLog;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The apply thread: hands committed commands to the state machine, each uid once, and then answers
 * those who wait for them.
 *
 * <p>It also reads old entries for the core: {@link DurableLog#read} may block on the disk, which
 * the group thread must not, and the log thread has promises to keep.
 *
 * <p>Owns the state machine, the {@link ClientTable} and confirmed questions. What is executed is
 * decided here and nowhere else, from the log alone, so that every member decides alike.
 */
final class ApplyLoop extends NodeLoop {
  /** What questions and lookups of one duty cycle may cost, in units of {@link WorkBudget}. */
  static final int MAX_QUESTION_UNITS_PER_CYCLE = 256;

  /** How long an entry that nobody waits for may wait for others, to be applied with them. */
  static final long NAP_NANOS = 10_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(ApplyLoop.class);

  private final NodeQueues queues;
  private final NodeCounters counters;
  private final DurableLog log;
  private final StateMachine machine;
  private final SnapshotTaker taker;
  private final StateRoom room;
  private ClientTable clients;
  private final long reportInterval;
  private final long reportIntervalBytes;

  private final ArrayDeque<Insert> waiting = new ArrayDeque<>();

  /** To be applied together. What stands at one index is never in two batches. */
  private final List<Committed> fresh = new ArrayList<>();

  /** How many commands are among them. */
  private int freshCommands;

  /** To be answered then, and in the same order what was decided on them. */
  private final List<Insert> due = new ArrayList<>();

  private final List<DedupDecision> decisions = new ArrayList<>();

  private final ConfirmedReads reads;

  private final FingerprintTaker fingerprints;

  private long admittedIndex;
  private long appliedIndex;
  private long reportedIndex;
  private long unreportedBytes;

  /** When more was applied. */
  private long appliedNanos;

  /** The end of the nap; in the past when there is none. */
  private long napEndNanos;

  /** Whether the last cycle did more than apply all that was committed. */
  private boolean mayHaveMore = true;

  /**
   * A loop for a machine that is initialised.
   *
   * @param options say how far the core lets entries be handed out beyond the applied ones
   */
  ApplyLoop(
      NodeQueues queues,
      NodeCounters counters,
      NodeLifecycle life,
      DurableLog log,
      StateMachine machine,
      ClientTable clients,
      SnapshotTaker taker,
      RaftOptions options,
      Clock clock) {
    super("apply", queues.applyBell, life, clock);
    this.queues = queues;
    this.reads = new ConfirmedReads(queues);
    this.counters = counters;
    this.log = log;
    this.machine = machine;
    this.clients = clients;
    this.taker = taker;
    this.room = new StateRoom(queues, clock);
    this.napEndNanos = clock.nanoTime();
    this.fingerprints = new FingerprintTaker(queues, machine);
    this.appliedNanos = napEndNanos;
    queues.recent = clients.recentCommands();
    queues.sessionUids = clients.sessionUids();
    this.reportInterval = Math.max(1, options.maxUnappliedEntries() / 4);
    this.reportIntervalBytes = Math.max(1, options.maxUnappliedBytes() / 4);
    this.appliedIndex = queues.appliedIndex.get();
    this.admittedIndex = appliedIndex;
    this.reportedIndex = appliedIndex;
    obstacle(clients.activeCommands()).ifPresent(this::stop);
  }

  @Override
  public int cycle() throws IOException {
    // From now on each entry rings, so that none can be missed by what follows.
    queues.isApplyNapping = false;
    mayHaveMore = true;
    if (queues.applyStopped != null) {
      // It may lead until another can, and then serves the other members.
      return refuseAll() + load() + taker.loadChunk() + taker.deleteOlder(appliedIndex);
    }
    Room now = roomForMore();
    int applied = now == Room.NONE ? 0 : applyCommitted();
    int work = applied;
    work += load() + taker.loadChunk() + taker.deleteOlder(appliedIndex);
    // With little room, too: the log that it stands for gives back more than it takes.
    work += now == Room.NONE ? 0 : taker.work(clients);
    work += answer();
    if (applied == 0
        && appliedIndex != fingerprints.takenIndex
        && clock.nanoTime() - appliedNanos >= FingerprintTaker.REST_NANOS) {
      fingerprints.take(clients, appliedIndex);
      work++;
    }
    nap(applied > 0);
    mayHaveMore = work > applied || queues.committed.depth() > 0;
    return work;
  }

  @Override
  public boolean mayHaveMore() {
    return mayHaveMore;
  }

  /**
   * Asked before anything is applied. The machine of a witness holds nothing, and needs no room.
   * One that was a full member may have the last of what it was sent as such to execute: without
   * room for that it stops.
   */
  private Room roomForMore() {
    Room now = queues.snapshots.isWitness ? Room.ENOUGH : machine.room();
    return now == Room.ENOUGH && room.told == Room.ENOUGH ? now : room.look(now);
  }

  private void nap(boolean hasApplied) {
    long nowNanos = clock.nanoTime();
    if (hasApplied) {
      napEndNanos = nowNanos + NAP_NANOS;
    }
    queues.isApplyNapping = nowNanos - napEndNanos < 0 && (reads.isEmpty || !reads.isWaiting());
  }

  /** Lets questions have their turns until their budget for this cycle is spent. */
  private int answer() {
    if (reads.isEmpty && queues.questions.depth() == 0) {
      return 0;
    }
    AppliedState state = new AppliedState(machine, clients);
    WorkBudget budget = new WorkBudget(MAX_QUESTION_UNITS_PER_CYCLE);
    int work = 0;
    while (!budget.isSpent()) {
      reads.beginApplied(appliedIndex);
      int taken = reads.hasRoom() ? queues.questions.drain(1, it -> take(it, budget)) : 0;
      boolean worked = reads.proceed(state, budget);
      if (taken == 0 && !worked) {
        break;
      }
      work++;
    }
    return work;
  }

  @Override
  public long nextDeadlineNanos() {
    if (queues.applyStopped != null) {
      return Long.MAX_VALUE;
    }
    boolean isNoted =
        appliedIndex == fingerprints.takenIndex
            || !clients.knowsCommandVersions()
            || queues.snapshots.isWitness;
    long restNanos = isNoted ? Long.MAX_VALUE : appliedNanos + FingerprintTaker.REST_NANOS;
    return Math.min(
        queues.isApplyNapping ? napEndNanos : room.retryAtNanos,
        Math.min(restNanos, room.retryAtNanos));
  }

  /**
   * Ends with what was handed out before anything of it was applied: the core bounds that, and the
   * room that there was is meant for so much.
   */
  private int applyCommitted() throws IOException {
    int batches = 0;
    long appliedBefore = appliedIndex;
    CommittedBatch batch = null;
    while (queues.applyStopped == null
        && appliedIndex == appliedBefore
        && freshCommands < clients.maxUnresolved()
        && (batch = queues.committed.poll()) != null) {
      if (batch.restore().isPresent()) {
        restore(batch.restore().get());
      }
      waiting.addAll(batch.waiting());
      if (queues.applyStopped == null) {
        admitAll(batch.entries());
      }
      batches++;
    }
    execute();
    if (queues.applyStopped != null) {
      refuseAll();
    }
    return batches;
  }

  private void admitAll(List<Entry> entries) {
    for (Entry entry : entries) {
      Optional<String> obstacle = obstacle(entry);
      if (obstacle.isPresent()) {
        stop(obstacle.get());
        return;
      }
      admit(entry);
    }
  }

  /**
   * Why this program cannot apply a committed entry as the other members do. A witness has no state
   * that could differ from theirs.
   */
  private Optional<String> obstacle(Entry entry) {
    if (entry.payload() instanceof ActivateCommands activation) {
      return obstacle(activation.version());
    }
    return clients.knowsCommandVersions() && entry.payload() instanceof Command command
        ? machine.objection(command).filter(it -> !queues.snapshots.isWitness)
        : Optional.empty();
  }

  private Optional<String> obstacle(int commandsVersion) {
    return commandsVersion <= machine.commandsVersion() || queues.snapshots.isWitness
        ? Optional.empty()
        : Optional.of(
            "the group uses version %s of the commands, this program has version %s"
                .formatted(commandsVersion, machine.commandsVersion()));
  }

  /** From here on nothing is applied or answered: the state would not be that of the others. */
  private void stop(String obstacle) {
    // What was admitted before it is executed first.
    execute();
    String stopped =
        "needs a newer program: upgrade this server. It has applied all up to index %s and no more, since %s"
            .formatted(appliedIndex, obstacle);
    queues.applyStopped = stopped;
    LOG.error("{} {}", life().node(), stopped);
    queues.groupBell.ring();
    queues.changed();
  }

  /** Answers all who wait for what will not be applied here. */
  private int refuseAll() {
    String reason = Objects.requireNonNull(queues.applyStopped);
    int work = waiting.size();
    CommittedBatch batch;
    while ((batch = queues.committed.poll()) != null) {
      waiting.addAll(batch.waiting());
      work++;
    }
    waiting.forEach(pending -> counters.answerUnknown(pending, "this server " + reason));
    waiting.clear();
    reads.abandon("this server " + reason);
    InsertOutcome refusal = new InsertOutcome.NotServing("this server " + reason);
    return work
        + queues.questions.drain(
            MAX_QUESTION_UNITS_PER_CYCLE,
            request -> refuse(request, refusal, "this server " + reason));
  }

  /** Goes over to the state of a snapshot, after everything that was handed out before it. */
  private void restore(SnapshotMetadata snapshot) throws IOException {
    execute();
    clients = taker.restore(snapshot, source -> new RestoredWhileRunning(source, life()));
    queues.recent = clients.recentCommands();
    queues.sessionUids = clients.sessionUids();
    reads.restart();
    admittedIndex = snapshot.last().index();
    // The core hands out nothing before it knows.
    unreportedBytes = reportIntervalBytes;
    publish();
    obstacle(clients.activeCommands()).ifPresent(this::stop);
  }

  private void admit(Entry entry) {
    if (entry.index() != admittedIndex + 1) {
      throw new IllegalStateException(
          "entry " + entry.position() + " was handed out after index " + admittedIndex);
    }
    if (entry.timeMillis() >= fingerprints.nextIntervalMillis && fingerprints.isDueBefore(entry)) {
      execute();
      fingerprints.take(clients, admittedIndex);
    }
    // From an activation on results are hashed: what comes before it gets its results before it.
    if (freshCommands == clients.maxUnresolved() || entry.payload() instanceof ActivateVersion) {
      execute();
    }
    taker.admit(entry);
    Optional<DedupDecision> decision = clients.decide(entry);
    for (long session : clients.endedSessions()) {
      fresh.add(new SessionEnd(entry.position(), entry.timeMillis(), session));
    }
    decision.ifPresent(it -> follow(entry, it));
    admittedIndex = entry.index();
    unreportedBytes += entry.sizeBytes();
  }

  private void follow(Entry entry, DedupDecision decision) {
    if (decision instanceof CachedResult memory && entry.payload() instanceof Command command) {
      if (memory.position().equals(entry.position())) {
        fresh.add(
            new CommittedCommand(
                entry.position(), entry.timeMillis(), command, clients.activeCommands()));
        freshCommands++;
      } else {
        counters.duplicateCommands.add(1);
      }
    }
    Insert next = waiting.peek();
    if (next != null && next.position().equals(entry.position())) {
      due.add(waiting.remove());
      decisions.add(decision);
    }
  }

  private List<Result> apply(List<Committed> batch) {
    try {
      return machine.applyAll(batch);
    } catch (RuntimeException | Error e) {
      throw new ApplyFailure(batch, e);
    }
  }

  /** Executes what was admitted, and answers for it. */
  private void execute() {
    if (!fresh.isEmpty()) {
      resolve(apply(List.copyOf(fresh)));
      counters.appliedBatches.add(1);
      counters.executedCommands.add(freshCommands);
      fresh.clear();
      freshCommands = 0;
    }
    publish();
    // Answers come last: an acknowledgement means committed and applied (safety rule 5).
    for (int i = 0; i < due.size(); i++) {
      Insert insert = due.get(i);
      insert.answer(ClientTable.outcome(decisions.get(i), insert.payload().uid(), machine));
    }
    due.clear();
    decisions.clear();
  }

  private void resolve(List<Result> results) {
    if (results.size() != freshCommands) {
      throw new IllegalStateException(
          "the state machine answered "
              + freshCommands
              + " commands with "
              + results.size()
              + " results");
    }
    results.forEach(clients::resolve);
  }

  private void publish() {
    if (appliedIndex == admittedIndex) {
      return;
    }
    appliedIndex = admittedIndex;
    queues.activeCommands = clients.activeCommands();
    appliedNanos = clock.nanoTime();
    queues.applied(appliedIndex);
    // The group thread needs to know only when the core may be waiting for room; otherwise it
    // learns by and by, and is not woken.
    if (appliedIndex - reportedIndex >= reportInterval || unreportedBytes >= reportIntervalBytes) {
      reportedIndex = appliedIndex;
      unreportedBytes = 0;
      queues.groupBell.ring();
    }
  }

  private int load() throws IOException {
    // An answer that found no room would be missed for ever: the core asks once.
    LoadEntries wanted = queues.loaded.hasRoom() ? queues.loads.poll() : null;
    if (wanted == null) {
      return 0;
    }
    List<Entry> entries = log.read(wanted.firstIndex(), wanted.maxEntries(), wanted.maxBytes());
    queues.loaded.offer(new NodeQueues.Loaded(wanted.firstIndex(), entries));
    return 1;
  }

  private void take(ApplyRequest request, WorkBudget budget) {
    if (request instanceof ApplyRequest.LookUp lookUp) {
      budget.spend(1);
      lookUp(lookUp.insert());
    } else if (request instanceof ApplyRequest.Answer answer) {
      // Also one that is told to wait, so that a cycle ends whatever comes.
      budget.spend(answer.index() <= appliedIndex ? 0 : 1);
      reads.take(answer, appliedIndex);
    }
  }

  private void lookUp(Insert insert) {
    Optional<DedupDecision> known = clients.lookUp(insert.payload());
    if (known.isPresent()) {
      insert.answer(ClientTable.outcome(known.get(), insert.payload().uid(), machine));
      return;
    }
    switch (queues.unseen.offer(insert)) {
      case TAKEN -> {}
      case FULL -> insert.answer(Outcomes.full(queues.unseen));
      case CLOSED -> insert.answer(Outcomes.NOT_RUNNING);
    }
  }

  @Override
  public void abandon() {
    String reason = life().reason();
    due.forEach(pending -> counters.answerUnknown(pending, reason));
    waiting.forEach(pending -> counters.answerUnknown(pending, reason));
    queues.committed.close(
        batch -> batch.waiting().forEach(pending -> counters.answerUnknown(pending, reason)));
    queues.loads.close(wanted -> {});
    queues.snapshots.chunkLoads.close(wanted -> {});
    reads.abandon(reason);
    queues.questions.close(request -> refuse(request, Outcomes.NOT_RUNNING, reason));
  }

  private static void refuse(ApplyRequest request, InsertOutcome refusal, String reason) {
    if (request instanceof ApplyRequest.LookUp lookUp) {
      lookUp.insert().answer(refusal);
    } else if (request instanceof ApplyRequest.Answer answer) {
      answer.read().answer(new QueryOutcome.Unanswered<>(reason));
    }
  }
}
