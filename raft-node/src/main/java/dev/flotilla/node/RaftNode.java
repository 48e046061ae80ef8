package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.loop.LoopRunner;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.loop.SharedLoop;
import dev.flotilla.node.loop.SharedLoopRunner;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.AppliedState;
import dev.flotilla.node.request.ClientRequest;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.request.MemberChange;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.request.Transfer;
import dev.flotilla.node.snapshot.SnapshotGauges;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.storage.log.DataDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One server of one group: the Raft core with its log, its state machine and the threads that drive
 * them.
 *
 * <p><b>Threads.</b> Every method may be called by any thread and returns without waiting, except
 * {@link #start}, {@link #pumped} and {@link #close}. Callbacks and dependent stages run on the
 * group or the apply thread: they must not block; what they throw is logged.
 *
 * <p><b>Bounds.</b> All queues are bounded ({@link #metrics}). A full queue of clients answers
 * {@code Busy}, a full queue of peers drops, and they are apart, so that clients cannot keep
 * heartbeats out.
 *
 * <p><b>Failure.</b> A failed write or force, a broken invariant of the protocol, or a state
 * machine that throws stops this node for good: see {@link #stopped()}. Nothing is retried. A disk
 * without room for more of the log is none: the node refuses commands until there is some, hands
 * over if it leads, and goes on with everything else.
 */
public final class RaftNode implements AutoCloseable {
  /** The largest command that is taken, by {@link Command#sizeBytes}. */
  public static final int MAX_COMMAND_BYTES = 1024 * 1024;

  private final Member self;
  private final NodeQueues queues;
  private final NodeCounters counters;
  private final SnapshotGauges gauges;
  private final NodeLifecycle life;
  private final Reads reads;
  private final GroupLoop group;
  private final AppliedLog applied;
  private final CommandVersions commands;
  private final List<NodeLoop> loops;
  private final List<LoopRunner> threads;
  private final long maxHandoverNanos;

  private RaftNode(NodeAssembly parts, List<LoopRunner> threads) {
    this.self = parts.self();
    this.queues = parts.queues();
    this.counters = parts.counters();
    this.gauges = parts.gauges();
    this.life = parts.life();
    this.group = parts.group();
    this.reads = parts.reads();
    this.applied = parts.applied();
    this.commands = parts.commands();
    this.loops = parts.loops();
    this.threads = threads;
    this.maxHandoverNanos = parts.options().electionTimeoutMinNanos();
  }

  /**
   * Recovers a server from its disk and starts its threads. Blocks until the state machine is open;
   * entries that it does not hold are replayed once they are known anew to be committed.
   *
   * @param settings who votes, and bounds
   * @param directory the open data directory; if this returns, the node closes it when it ends
   * @param machine the state machine, not initialised; if this returns, the node terminates it
   * @param transport reaches the other members, who reach this one through {@link #receive}
   * @param clock the time
   * @throws MachineAheadOfLog if the state machine holds more than the log
   * @throws VersionTooNew if the group uses a version of the protocol that is not supported
   * @throws IOException if the state machine cannot be opened
   * @throws IllegalArgumentException if the directory's member does not vote
   */
  public static RaftNode start(
      NodeSettings settings,
      DataDirectory directory,
      StateMachine machine,
      MessageSender transport,
      Clock clock)
      throws IOException {
    return start(settings, directory, machine, transport, clock, Optional.empty());
  }

  /**
   * Like {@link #start(NodeSettings, DataDirectory, StateMachine, MessageSender, Clock)}, but the
   * group has no thread of its own: it runs on a loop of the caller's, best on the one that carries
   * its connections.
   *
   * @param groupLoop runs the group's duty cycle; to be shut down after {@link #close}
   */
  public static RaftNode start(
      NodeSettings settings,
      DataDirectory directory,
      StateMachine machine,
      MessageSender transport,
      Clock clock,
      Optional<SharedLoop> groupLoop)
      throws IOException {
    NodeAssembly parts = NodeAssembly.recover(settings, directory, machine, transport, clock);
    String prefix = "flotilla-" + directory.identity().groupName() + "-";
    List<LoopRunner> threads = new ArrayList<>();
    for (NodeLoop loop : parts.loops()) {
      threads.add(
          loop == parts.group() && groupLoop.isPresent()
              ? new SharedLoopRunner(loop, groupLoop.get())
              : loop.onThread(prefix + loop.name()));
    }
    groupLoop.ifPresent(it -> parts.life().releaseElsewhere());
    threads.forEach(LoopRunner::start);
    return new RaftNode(parts, List.copyOf(threads));
  }

  /**
   * Like {@link #start}, but without threads: the caller pumps the {@link #loops()}, as a simulator
   * does.
   *
   * @throws MachineAheadOfLog if the state machine holds more than the log
   * @throws IOException if the state machine cannot be opened
   */
  public static RaftNode pumped(
      NodeSettings settings,
      DataDirectory directory,
      StateMachine machine,
      MessageSender transport,
      Clock clock)
      throws IOException {
    return new RaftNode(
        NodeAssembly.recover(settings, directory, machine, transport, clock), List.of());
  }

  /**
   * The loops of a {@link #pumped} node, to be pumped in any order; group, log, apply, snapshot.
   */
  public List<DutyCycle> loops() {
    if (!threads.isEmpty()) {
      throw new IllegalStateException("the threads of this node pump its loops");
    }
    return List.copyOf(loops);
  }

  /**
   * Hands in a message of another member; dropped when too many wait or the node does not run.
   *
   * @param from the sender as established by the transport
   * @param message what it sent to this very member
   */
  public void receive(Member from, Message message) {
    queues.peers.offer(new NodeQueues.PeerMessage(from, message));
  }

  /**
   * Reports whether this server could call a member at the address that the member names. A member
   * that cannot be called gets no pre-vote of this server, leadership is not handed over to it, and
   * a leader that no quorum can call resigns. A member without a report counts as callable. The
   * newest report about a member replaces the one before; at most {@link CallReports#MAX_MEMBERS}
   * wait for the group thread, further members are ignored until it has taken them.
   *
   * @param member the member in the incarnation that was called
   * @param callable whether the last call reached that very member
   */
  public void callable(Member member, boolean callable) {
    queues.callReports.put(member, callable);
  }

  /**
   * Reports that the transport could not encode an entry of the log. A leader resigns then: its
   * heartbeats would keep it in its term while nothing is committed. The newest report counts.
   */
  public void unsendable(Unsendable entry) {
    queues.unsendable.set(entry);
    queues.groupBell.ring();
  }

  /**
   * Has a command executed once, whatever the number of attempts under its uid.
   *
   * @param command the command, of at most {@link #MAX_COMMAND_BYTES}; one that the transport
   *     cannot carry ends as {@code Invalid}
   * @param answer called once with the outcome, possibly before this returns
   */
  public void insert(Command command, Consumer<? super InsertOutcome> answer) {
    insert(command, 1, answer);
  }

  /**
   * {@link #insert(Command, Consumer)} of a command that exists since a version of the commands; it
   * is refused until that version is active.
   */
  public void insert(Command command, int commandsVersion, Consumer<? super InsertOutcome> answer) {
    Insert insert = new Insert(command, commandsVersion, answer);
    if (command.sizeBytes() > MAX_COMMAND_BYTES) {
      insert.answer(Outcomes.tooLarge(command));
    } else {
      offerEncodable(insert);
    }
  }

  /** Which versions of the commands the members know, and which one the group takes. */
  public CommandVersions commandVersions() {
    return commands;
  }

  /**
   * Opens a session, under whose id {@link Command#session() numbered commands} are executed once
   * each, for as long as the session lives: it expires after 15 minutes of log time without a
   * command, and since version 3 of the protocol after 20 seconds, if all the places for sessions,
   * or for commands of sessions, are taken (ours).
   *
   * @param uid identifies the request: a repetition gets the same session
   * @param answer called once, possibly before this returns: {@code SessionOpened}, or as for
   *     {@link #insert(Command, Consumer)}; {@code Busy} if too many are open
   */
  public void openSession(String uid, Consumer<? super InsertOutcome> answer) {
    offerEncodable(new Insert(new OpenSession(uid), answer));
  }

  /** What is accepted can be sent. */
  private void offerEncodable(Insert insert) {
    Optional<String> objection = group.objection(insert.payload());
    if (objection.isPresent()) {
      insert.answer(new InsertOutcome.Invalid(objection.get()));
    } else {
      offer(insert);
    }
  }

  private void offer(ClientRequest request) {
    switch (queues.clients.offer(request)) {
      case TAKEN -> {}
      case FULL -> Outcomes.refuseForNow(request, Outcomes.limit(queues.clients));
      case CLOSED -> Outcomes.refuse(request, life.reason());
    }
  }

  /** {@link #insert(Command, Consumer)} with a stage, which never fails. */
  public CompletionStage<InsertOutcome> insert(Command command) {
    CompletableFuture<InsertOutcome> outcome = new CompletableFuture<>();
    insert(command, outcome::complete);
    return outcome;
  }

  /**
   * Asks the state machine a question, linearizably: the answer comes from a state that holds every
   * command acknowledged before (Raft §8, safety rule 10). A follower has its leader confirm it,
   * and answers {@code NotLeader} if that does not happen within one longest election timeout.
   *
   * @param query passed to {@link StateMachine#query}, of at most {@link #MAX_COMMAND_BYTES}
   * @param answer called once with the outcome, possibly before this returns
   */
  public void query(Bytes query, Consumer<? super QueryOutcome<Result>> answer) {
    if (query.size() > MAX_COMMAND_BYTES) {
      NodeLoop.callBack(answer, Outcomes.tooLarge(query));
      return;
    }
    confirmed(state -> state.query(query), query.size(), answer);
  }

  /** {@link #query(Bytes, Consumer)} with a stage, which never fails. */
  public CompletionStage<QueryOutcome<Result>> query(Bytes query) {
    CompletableFuture<QueryOutcome<Result>> outcome = new CompletableFuture<>();
    query(query, outcome::complete);
    return outcome;
  }

  /**
   * Finds the command that was executed under a uid, linearizably as {@link #query(Bytes,
   * Consumer)}: as far back as the state machine's journal reaches, or else the last 100,000.
   *
   * @param uid the uid
   * @param answer called once with the outcome, possibly before this returns
   */
  public void find(String uid, Consumer<? super QueryOutcome<Optional<ExecutedCommand>>> answer) {
    confirmed(state -> state.find(uid), uid.length(), answer);
  }

  /**
   * Finds the last client command that was applied, linearizably as {@link #query(Bytes,
   * Consumer)}; never an entry of the protocol's own. The answer is given once.
   */
  public void findLatest(Consumer<? super QueryOutcome<Optional<ExecutedCommand>>> answer) {
    confirmed(AppliedState::latest, 0, answer);
  }

  private <T> void confirmed(
      Function<AppliedState, Inquiry<T>> question,
      int sizeBytes,
      Consumer<? super QueryOutcome<T>> answer) {
    offer(new Read<>(question, sizeBytes, answer));
  }

  /**
   * Hands leadership over to another voter (thesis §3.10), or to the one that has most of the log.
   * Until that has happened, for one longest election timeout at the most, commands are answered
   * {@code Busy}.
   *
   * @param answer called once with the outcome, possibly before this returns
   */
  public void transferLeadership(
      Optional<Member> target, Consumer<? super HandoverOutcome> answer) {
    offer(new Transfer(target, answer));
  }

  /** {@link #transferLeadership(Optional, Consumer)} with a stage, which never fails. */
  public CompletionStage<HandoverOutcome> transferLeadership(Optional<Member> target) {
    CompletableFuture<HandoverOutcome> outcome = new CompletableFuture<>();
    transferLeadership(target, outcome::complete);
    return outcome;
  }

  /**
   * Changes the members by joint consensus (Raft §6): newcomers catch up, then the voters so far
   * and the new ones decide together, then the new ones alone. Only a leader can begin it; whoever
   * leads goes on with it. It waits for as long as a newcomer does not catch up, and until then
   * another request takes its place: one for the members of now gives it up. Who asks for the same
   * again, since an answer was lost, say, is answered when it is made, or at once. How to reach the
   * newcomers is for the {@link MessageSender} to know.
   *
   * @param plan makes the members that shall be out of those of now: the voters, which of them are
   *     witnesses, and who shall learn only. It is called on the group thread at the moment of the
   *     change, so that of two requests neither undoes the other, and must not block; what it
   *     throws as an {@link IllegalArgumentException} refuses the request. While it waits in the
   *     queue of clients it counts as the largest set of members, so it keeps no more than that
   * @param answer called once with the outcome, possibly before this returns
   */
  public void changeMembers(
      UnaryOperator<Configuration> plan, Consumer<? super MembershipOutcome> answer) {
    offer(new MemberChange(plan, answer));
  }

  /**
   * {@link #changeMembers(UnaryOperator, Consumer)} whatever the members are by then, with a stage,
   * which never fails.
   *
   * @throws IllegalArgumentException if the target is itself in the middle of a change
   */
  public CompletionStage<MembershipOutcome> changeMembers(Configuration target) {
    MemberChange.requireTarget(target);
    CompletableFuture<MembershipOutcome> outcome = new CompletableFuture<>();
    changeMembers(now -> target, outcome::complete);
    return outcome;
  }

  /**
   * Has a snapshot taken soon, whatever {@link SnapshotOptions} say, unless nothing was applied
   * since the last one, there is no room, or the state machine is not restorable. That of a witness
   * waits until it was sent an entry as a witness.
   */
  public void takeSnapshot() {
    queues.snapshots.isWanted.set(true);
    queues.applyBell.ring();
  }

  /** Questions whose answers say of which state they are, and may be of an older one. */
  public Reads reads() {
    return reads;
  }

  /** Role, term, leader and indexes; without locks. */
  public RaftStatus raftStatus() {
    return group.status();
  }

  /** Its snapshots; without locks. */
  public SnapshotMetrics snapshots() {
    return gauges.read(queues.appliedIndex.get());
  }

  /** How the node stands; without locks. */
  public NodeStatus status() {
    return new NodeStatus(group.state(), self, group.status(), queues.appliedIndex.get());
  }

  /**
   * Runs a task once, soon after role, term, leader, members, applied index, or room on the disk
   * have changed; the newest task replaces the one before. It must not block or throw.
   */
  public void whenChanged(Runnable task) {
    queues.whenChanged.set(task);
  }

  /** What it has executed, for those who watch it. */
  public AppliedLog appliedLog() {
    return applied;
  }

  /** What the disk has room for. */
  public DiskRoom diskRoom() {
    return queues.diskRoom();
  }

  /** While it leads, how far the others are behind, as of some tens of milliseconds ago. */
  public List<FollowerDistance> followers() {
    return group.followers().read();
  }

  /** What the node has done, and what waits in it; waits for no thread of the node. */
  public NodeMetrics metrics() {
    return counters.read(queues.metrics(), snapshots(), group.followers());
  }

  /**
   * Ends when the node has: normally after {@link #close()}, exceptionally with the cause if it
   * stopped itself. Everything is released by then, and every client answered.
   */
  public CompletionStage<Void> stopped() {
    return life.stopped();
  }

  /** Whether the calling thread is one of this node's, which must not wait for the others. */
  public boolean isOwnThread() {
    return threads.stream().anyMatch(LoopRunner::isCurrent);
  }

  /**
   * Stops the node and waits for its threads. A leader hands its office over first, so that the
   * others need not miss it before they elect another, if that takes no longer than the shortest
   * election timeout. Commands that are in the log and not applied are answered {@code Unknown}. A
   * snapshot that is being written is given up; if the state machine takes longer than two seconds
   * to notice, this returns, and {@link #stopped()} tells when the directory is free. Repeated
   * calls do nothing.
   */
  @Override
  public void close() {
    if (!threads.isEmpty() && !isOwnThread()) {
      handOver();
    }
    life.close();
    threads.forEach(LoopRunner::join);
    if (!isOwnThread()) {
      life.awaitRelease();
    }
    if (threads.isEmpty()) {
      loops.forEach(loop -> loop.end(null));
    }
  }

  private void handOver() {
    if (!status().isLeading() || status().configuration().isAlone(self)) {
      return;
    }
    CountDownLatch ended = new CountDownLatch(1);
    transferLeadership(Optional.empty(), outcome -> ended.countDown());
    try {
      // Whatever came of it, and if nothing did: this server stops.
      var unused = ended.await(maxHandoverNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
