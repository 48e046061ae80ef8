package dev.flotilla.node;

import dev.flotilla.node.NodeQueues.PeerMessage;
import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.ClientRequest;
import dev.flotilla.node.request.CommittedBatch;
import dev.flotilla.node.request.Handover;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.request.MemberChange;
import dev.flotilla.node.request.MemberChanges;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.request.Transfer;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.snapshot.SnapshotQueues;
import dev.flotilla.raft.ProposalOutcome;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Ready;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Member;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The group thread: owns the {@link Raft} core, feeds it what arrives, and carries its effects out.
 *
 * <p><b>One duty cycle.</b> First what the other two threads report; then as many inputs as one
 * cycle may take, peers before clients; then the clock, once; then the core is given all of it, and
 * one {@link Ready} is taken and handed out. Everything that came in meanwhile shares the next
 * Ready, and with it one disk write and one message a follower: batches form by themselves where
 * there is load, and nothing waits for one to fill where there is none.
 *
 * <p><b>Time.</b> Inputs were received before the clock was read, so they count before any timeout
 * that the reading reveals: a server that was paused finds the heartbeats that arrived meanwhile,
 * and does not start an election because of its own pause.
 *
 * <p><b>Back-pressure.</b> If the log thread is {@link NodeQueues#MAX_PERSISTS} writes behind, no
 * inputs are taken until it reports; they wait in mailboxes that are bounded themselves. Committed
 * entries need no such rule, because the core hands out no more than {@code maxUnappliedEntries}.
 *
 * <p><b>Wake-ups.</b> A completed write wakes this thread only if something can come of it.
 * Normally nothing can: a follower's acknowledgement has been sent by the log thread, and what a
 * leader lacks is the acknowledgement of a follower, which will wake it. See {@link
 * #awaitsPersist}.
 *
 * <p><b>Who is answered when.</b> A command that was appended is {@link #pending} until its very
 * entry is committed; then it belongs to the apply thread, which answers after applying. If this
 * server loses its office first, the entry may still be committed by a successor, so the answer is
 * unknown and never a refusal (safety rule 5). In one Ready, commitments are therefore looked at
 * before the loss of office.
 */
final class GroupLoop extends NodeLoop {
  /** Messages of members that one duty cycle takes. */
  static final int MAX_PEER_MESSAGES_PER_CYCLE = 256;

  /** Requests of clients that one duty cycle takes. */
  static final int MAX_CLIENT_REQUESTS_PER_CYCLE = 512;

  /** Questions that wait for a confirmation round. */
  static final int MAX_UNCONFIRMED_READS = 4096;

  /** Bytes of those questions. */
  static final int MAX_UNCONFIRMED_READ_BYTES = 8 << 20;

  private final Raft raft;
  private final NodeQueues queues;
  private final NodeCounters counters;
  private final MessageSender transport;
  private final SeenUids seen;

  /** What this cycle took; each is removed before it is handled, so that it is answered once. */
  private final ArrayDeque<PeerMessage> messages = new ArrayDeque<>();

  private final ArrayDeque<ClientRequest> requests = new ArrayDeque<>();
  private final ArrayDeque<Insert> unseen = new ArrayDeque<>();

  /**
   * What this server has appended in its present term and does not know to be committed, by what is
   * equal to it; in the order of the log. Bounded by {@code RaftOptions.maxUncommittedBytes}.
   */
  private final Map<Insert, Insert> pending = new LinkedHashMap<>();

  private final UnconfirmedReads reads;
  private final Handover handover = new Handover();
  private final DiskQuestions<LoadEntries> logQuestions =
      new DiskQuestions<>((core, load) -> core.awaitsLoad(load.firstIndex()));
  private final DiskQuestions<LoadChunk> chunkQuestions = new DiskQuestions<>(Raft::awaitsChunk);
  private final MemberChanges memberChanges = new MemberChanges();
  private final FollowerGauges followers;

  private final ProtocolWarnings warnings;
  private final LeaderAbsence absence;
  private final CommandVersions commands;

  /** When this cycle had taken its inputs. */
  private long cycleNanos;

  private long handedOutPersist;
  private long reportedPersist;

  /** Whether a peer was heard since the oldest write under way began. */
  private boolean heardSincePersist;

  private long reportedApplied;
  private LogRoom reportedRoom = LogRoom.UNBOUNDED;
  private boolean isApplyStopped;
  private boolean waitsForDisk;

  /** Whether anybody waits for a transfer of leadership. */
  private boolean isHandingOver;

  /** Whether anybody waits for a change of members. */
  private boolean changesMembers;

  /** Whether this cycle has taken all that a queue was allowed. */
  private boolean isBounded;

  /** Whether this cycle has changed what others wait to see. */
  private boolean isStatusNew;

  private volatile RaftStatus status;

  GroupLoop(
      Raft raft,
      NodeQueues queues,
      NodeCounters counters,
      NodeLifecycle life,
      MessageSender transport,
      Clock clock,
      SeenUids seen,
      CommandVersions commands) {
    super("group", queues.groupBell, life, clock);
    this.raft = raft;
    this.queues = queues;
    this.counters = counters;
    this.transport = transport;
    this.seen = seen;
    this.reads = new UnconfirmedReads(queues, life);
    this.commands = commands;
    raft.requireOfNewVoters(commands::isFit);
    this.warnings = new ProtocolWarnings(life.node());
    this.absence = LeaderAbsence.logging(raft.self(), life.node());
    this.status = raft.status();
    this.followers = new FollowerGauges(clock.nanoTime());
    this.reportedApplied = queues.appliedIndex.get();
  }

  /** Any thread. */
  RaftStatus status() {
    return status;
  }

  /** Any thread: why the transport cannot carry a payload, if it cannot. */
  Optional<String> objection(ClientPayload payload) {
    return transport.objection(payload);
  }

  /** Any thread. */
  FollowerGauges followers() {
    return followers;
  }

  @Override
  public long nextDeadlineNanos() {
    if (queues.isPersistAwaited.get() && queues.persistedNumber.get() > reportedPersist) {
      return clock.nanoTime();
    }
    return waitsForDisk ? Long.MAX_VALUE : raft.nextDeadlineNanos();
  }

  @Override
  public int cycle() {
    int work = takeReports();
    waitsForDisk = !queues.persists.hasRoom();
    if (waitsForDisk) {
      queues.isPersistAwaited.set(true);
      return work;
    }
    work += takeInputs();
    long nowNanos = clock.nanoTime();
    feed(nowNanos);
    if (awaitsActivation()) {
      commands.activate(raft, status);
    }
    List<LoadEntries> loads = List.of();
    List<LoadChunk> chunks = List.of();
    if (raft.hasReady()) {
      Ready ready = raft.ready();
      loads = ready.loads();
      chunks = ready.chunks();
      carryOut(ready);
      work++;
    }
    if (logQuestions.areWaiting || !loads.isEmpty()) {
      logQuestions.ask(loads, raft, queues.loads);
    }
    if (chunkQuestions.areWaiting || !chunks.isEmpty()) {
      chunkQuestions.ask(chunks, raft, queues.snapshots.chunkLoads);
    }
    if (work > 0) {
      status = raft.status();
      if (nowNanos - followers.dueNanos >= 0) {
        followers.see(raft, status, nowNanos);
      }
      if (isHandingOver) {
        handover.see(status);
        isHandingOver = handover.isWaiting();
      }
      queues.isPersistAwaited.set(awaitsPersist());
      tellOfSending(raft.isSendingSnapshot());
    }
    if (isStatusNew) {
      isStatusNew = false;
      queues.changed();
    }
    if (absence.isAbsent || status.leader().isEmpty()) {
      absence.look(raft, status, nowNanos);
    }
    return work;
  }

  private int takeInputs() {
    int reports = takeUnsendable();
    if (queues.callReports.areThere) {
      reports += queues.callReports.drain(raft::callable);
    }
    int ofPeers = queues.peers.drain(MAX_PEER_MESSAGES_PER_CYCLE, messages::add);
    int again = queues.unseen.drain(MAX_CLIENT_REQUESTS_PER_CYCLE, unseen::add);
    int ofClients = queues.clients.drain(MAX_CLIENT_REQUESTS_PER_CYCLE, requests::add);
    isBounded =
        ofPeers == MAX_PEER_MESSAGES_PER_CYCLE
            || again == MAX_CLIENT_REQUESTS_PER_CYCLE
            || ofClients == MAX_CLIENT_REQUESTS_PER_CYCLE;
    return reports + ofPeers + again + ofClients;
  }

  /** Reports are all taken in a cycle; what is left for want of room on a disk rings the bell. */
  @Override
  public boolean mayHaveMore() {
    return isBounded || awaitsActivation() || raft.hasReady();
  }

  private boolean awaitsActivation() {
    return commands.ownVersion > queues.activeCommands;
  }

  /** The apply thread closes what has been sent, and may have nothing else to do. */
  private void tellOfSending(boolean isSending) {
    if (queues.snapshots.isSending.getAndSet(isSending) && !isSending) {
      queues.applyBell.ring();
    }
  }

  /**
   * Whether the end of a write under way may change anything by itself: a commitment that waits for
   * this server's disk, a quorum that lacks this server only, a witness that is sent nothing
   * before, or an election.
   */
  private boolean awaitsPersist() {
    if (handedOutPersist == reportedPersist) {
      heardSincePersist = false;
      return false;
    }
    return switch (status.role()) {
      case PRE_CANDIDATE, CANDIDATE -> true;
      case FOLLOWER -> status.commitIndex() > status.durableIndex();
      case LEADER ->
          heardSincePersist
              || status.configuration().isAlone(raft.self())
              || !status.configuration().witnesses().isEmpty();
    };
  }

  private int takeReports() {
    int work = 0;
    long persisted = queues.persistedNumber.get();
    while (reportedPersist < persisted) {
      reportedPersist++;
      raft.persisted(reportedPersist);
      work++;
    }
    long applied = queues.appliedIndex.get();
    if (reportedApplied < applied) {
      reportedApplied = applied;
      raft.applied(applied);
    }
    String stopped = queues.applyStopped;
    if (stopped != null && !isApplyStopped) {
      isApplyStopped = true;
      raft.applyStopped();
      giveUp("this server " + stopped);
      work++;
    }
    LogRoom room = queues.logRoom;
    if (!room.equals(reportedRoom)) {
      reportedRoom = room;
      raft.room(room);
    }
    int reports =
        queues.snapshots.reports.drain(SnapshotQueues.MAX_REPORTS, report -> report.accept(raft));
    int loads =
        queues.loaded.drain(
            NodeQueues.MAX_LOADS, loaded -> raft.loaded(loaded.firstIndex(), loaded.entries()));
    if (loads == NodeQueues.MAX_LOADS) {
      // The apply thread may have met a full queue, and waits for room.
      queues.applyBell.ring();
    }
    return work + reports + loads;
  }

  private int takeUnsendable() {
    Unsendable unsendable = queues.unsendable.getAndSet(null);
    if (unsendable == null) {
      return 0;
    }
    if (raft.unsendable(unsendable.position(), unsendable.toString())) {
      warnings.tell(unsendable);
    }
    return 1;
  }

  private void feed(long nowNanos) {
    raft.noteTime(nowNanos);
    cycleNanos = nowNanos;
    while (!messages.isEmpty()) {
      PeerMessage letter = messages.remove();
      heardSincePersist = true;
      raft.receive(letter.from(), letter.message());
    }
    while (!unseen.isEmpty()) {
      propose(unseen.remove());
    }
    while (!requests.isEmpty()) {
      serve(requests.remove());
    }
    raft.advanceTo(nowNanos);
  }

  private void serve(ClientRequest request) {
    if (request instanceof Insert insert) {
      insert(insert);
    } else if (request instanceof Read<?> read) {
      reads.take(read, raft, cycleNanos, status.commitIndex());
    } else if (request instanceof Transfer transfer) {
      handover.begin(transfer, raft);
      isHandingOver = true;
    } else if (request instanceof MemberChange change) {
      memberChanges.begin(change, raft);
      changesMembers = true;
    }
  }

  /** A new attempt: if its uid may have been executed, that is looked up before anything else. */
  private void insert(Insert insert) {
    boolean mayBeRetry =
        status.role() == Role.LEADER
            && seen.mayContain(insert.payload().uid())
            && !pending.containsKey(insert);
    if (mayBeRetry
        && queues.questions.offer(new ApplyRequest.LookUp(insert)) == Mailbox.Delivery.TAKEN) {
      return;
    }
    propose(insert);
  }

  private Optional<InsertOutcome> objection(Insert insert) {
    String stopped = queues.applyStopped;
    if (stopped != null && raft.isLeading()) {
      return Optional.of(new InsertOutcome.NotServing(stopped));
    }
    if (awaitsActivation() || insert.commandsVersion() > queues.activeCommands) {
      Optional<InsertOutcome> early = commands.objection(insert, raft);
      if (early.isPresent()) {
        return early;
      }
    }
    return raft.isLeading() && insert.payload() instanceof Command command
        ? commands.machine.objection(command).map(InsertOutcome.NotUnderstood::new)
        : Optional.empty();
  }

  private void propose(Insert insert) {
    Insert same = pending.get(insert);
    if (same != null) {
      same.join(insert);
      return;
    }
    Optional<InsertOutcome> objection = objection(insert);
    if (objection.isPresent()) {
      insert.answer(objection.get());
      return;
    }
    ProposalOutcome outcome;
    try {
      outcome = raft.propose(insert.payload());
    } catch (RuntimeException e) {
      insert.answer(new InsertOutcome.Unknown("the server failed: " + e));
      throw e;
    }
    if (outcome instanceof ProposalOutcome.Appended appended) {
      pending.put(insert.appendedAt(appended.position()), insert);
    } else {
      insert.answer(Outcomes.ofRefused(outcome));
    }
  }

  private void carryOut(Ready ready) {
    // To the network first: the other members' disks work while this one's does.
    for (Send send : ready.sends()) {
      transport.send(send.to(), send.message());
    }
    if (ready.persist().isPresent()) {
      Persist persist = ready.persist().get();
      counters.persists.add(1);
      handedOutPersist = persist.number();
      queues.persists.offerExpected(persist);
    }
    if (ready.restore().isPresent() || !ready.committed().isEmpty()) {
      if (changesMembers) {
        memberChanges.committed(ready.committed());
        changesMembers = memberChanges.isWaiting();
      }
      CommittedBatch batch = CommittedBatch.of(ready.restore(), ready.committed(), pending);
      if (!queues.commit(batch)) {
        batch.waiting().forEach(it -> counters.answerUnknown(it, life().reason()));
      }
    }
    for (ReadOutcome outcome : ready.reads()) {
      reads.end(outcome);
    }
    ready.status().ifPresent(this::leaveOffice);
  }

  private void leaveOffice(RaftStatus now) {
    warnings.see(now);
    counters.elections.see(now);
    isStatusNew = true;
    if (now.ownLoss().isPresent()) {
      throw new EntriesLost(now.ownLoss().get());
    }
    memberChanges.see(now);
    long term = pending.isEmpty() ? 0 : pending.values().iterator().next().position().term();
    if (term == 0 || (now.role() == Role.LEADER && now.term() == term)) {
      return;
    }
    Optional<Member> leader = now.leader();
    String reason =
        "this server led in term "
            + term
            + " when it took the command, and no longer does"
            + leader.map(it -> "; now " + it.id() + " leads").orElse("");
    giveUp(reason);
  }

  /** Nobody here learns what becomes of the pending commands. */
  private void giveUp(String reason) {
    pending.values().forEach(it -> counters.answerUnknown(it, reason));
    pending.clear();
  }

  @Override
  public void abandon() {
    String reason = life().reason();
    giveUp(reason);
    reads.abandon(reason);
    handover.end(new HandoverOutcome.Abandoned(reason));
    memberChanges.end(new MembershipOutcome.Unknown(reason));
    requests.forEach(request -> Outcomes.refuse(request, reason));
    queues.clients.close(request -> Outcomes.refuse(request, reason));
    unseen.forEach(insert -> insert.answer(Outcomes.NOT_RUNNING));
    queues.unseen.close(insert -> insert.answer(Outcomes.NOT_RUNNING));
    queues.peers.close(letter -> {});
    queues.loaded.close(loaded -> {});
    queues.snapshots.reports.close(report -> {});
  }
}
