package dev.flotilla.raft;

import dev.flotilla.raft.effect.Effects;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.log.CommittedEntries;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The Raft protocol of one server as a deterministic machine: inputs go in through the methods,
 * what is to be done about them comes out of {@link #ready()} as data.
 *
 * <p>Its outputs are a function of the durable state, the random generator and the sequence of
 * calls. It owns no thread, clock, file or socket, and never blocks. Not safe for use by several
 * threads at once: a driver owns it.
 *
 * <p>A driver drains its inputs, tells the time, takes one {@link Ready} and carries it out:
 *
 * <ul>
 *   <li>{@link Ready#persist()} is written and forced, in the order of numbers; then its messages
 *       are sent and {@link #persisted} is called. A failed write or force ends the server.
 *   <li>{@link Ready#sends()} go out, at most once each; they may get lost.
 *   <li>{@link Ready#restore()}, if present, replaces what the state machine holds, unless it is a
 *       witness's and holds no state; then {@link #applied} is called with the snapshot's last
 *       index.
 *   <li>{@link Ready#committed()} is applied in order, then {@link #applied} is called.
 *   <li>{@link Ready#loads()} are read from the disk and answered by {@link #loaded}, {@link
 *       Ready#chunks()} by {@link #chunkLoaded}.
 * </ul>
 *
 * <p>When it likes, it takes a snapshot of what is applied and tells {@link #compacted}.
 *
 * <p>Inside: {@link Inbox} holds the rules for messages that hold in every role, and passes the
 * rest to the role's object, {@link Follower}, {@link PreCandidate}, {@link Candidate} or {@link
 * Leader}. {@link Replica} holds what outlives a role: term and vote, {@link ReplicaLog}, {@link
 * Durability}, {@link CommittedEntries} and {@link Snapshots}. {@link Effects} gathers what goes
 * out.
 *
 * <p>Any method throws {@link InvariantViolation} when something happens within this server that
 * Raft rules out; the server must stop then. A received message never causes that.
 */
public final class Raft {
  private final Replica replica;
  private final MessageCheck check;
  private final Inbox inbox;
  private final int maxRecentBytes;
  private RaftStatus reported;

  /** The value of {@link Replica#statusChanges} when {@link #reported} was the status last. */
  private long comparedChanges;

  /** The status when it was asked for last, and the value of that then. */
  private RaftStatus latest;

  private long latestChanges;

  /**
   * Starts as a follower that knows what its disk holds.
   *
   * @param self this server
   * @param configuration who counts where the log holds no configuration: the founders, or {@link
   *     Configuration#NONE} for a server that has yet to be told
   * @param state what the disk holds; everything in it must be synced
   * @param versions which version of the protocol is in force as of {@link
   *     DurableState#appliedIndex()}, and which this program knows
   * @param options bounds and intervals
   * @param random the source of all randomness
   * @param nowNanos the time, on the monotonic clock that {@link #advanceTo} uses
   */
  public Raft(
      Member self,
      Configuration configuration,
      DurableState state,
      ProtocolVersions versions,
      RaftOptions options,
      RandomGenerator random,
      long nowNanos) {
    replica = new Replica(self, configuration, state, versions, options, random, nowNanos);
    check = new MessageCheck(replica);
    inbox = new Inbox(replica);
    maxRecentBytes = options.maxRecentBytes();
    latest = RaftStatus.of(replica);
    reported = latest;
  }

  /** Starts a server that knows the first version of the protocol only. */
  public Raft(
      Member self,
      Configuration configuration,
      DurableState state,
      RaftOptions options,
      RandomGenerator random,
      long nowNanos) {
    this(self, configuration, state, ProtocolVersions.NONE_BUT_FIRST, options, random, nowNanos);
  }

  /**
   * Tells the time for inputs that were received before the clock was read, and lets no timeout
   * happen yet: a server that was paused first handles what arrived meanwhile. {@link #advanceTo}
   * the same time follows the inputs. A time before the last one is ignored.
   */
  public void noteTime(long nowNanos) {
    if (nowNanos - replica.nowNanos > 0) {
      replica.advanceTo(nowNanos);
    }
  }

  /** Tells the time in nanoseconds; a time before the last one is ignored. */
  public void advanceTo(long nowNanos) {
    if (nowNanos - replica.nowNanos > 0) {
      replica.advanceTo(nowNanos);
    }
    if (nowNanos == replica.nowNanos && nowNanos - replica.role.deadlineNanos() >= 0) {
      replica.role.tick();
    }
  }

  /**
   * Hands in a message. A request is taken from anybody: this server may not know its sender's
   * configuration yet, and who counts is for the sender to say. A response is ignored unless its
   * sender counts here (safety rule 8). A message that contradicts what this server knows, or names
   * a number beyond {@link NumberLimits}, changes nothing but {@link RaftStatus#contradictions()}.
   *
   * @param from the sender as established by the transport, a member of the same group
   * @param message what it sent to this very member
   */
  public void receive(Member from, Message message) {
    boolean counts = message instanceof Message.Request || replica.role.awaits(from);
    if (counts
        && replica.ownLoss.isEmpty()
        && !from.equals(replica.self)
        && check.passes(from, message)) {
      inbox.receive(from, message);
    }
  }

  /**
   * Tells whether this server could call a member at the address that the member names; a member of
   * which nothing was told counts as callable. A server that nobody can call must not lead: its
   * pre-votes are refused, and a leader resigns when the voters that can call it, itself included,
   * are no quorum.
   *
   * @param member the member; forgotten with a later report if no configuration names it
   * @param callable whether the last call reached that very member
   */
  public void callable(Member member, boolean callable) {
    replica.callable(member, callable);
  }

  /**
   * Tells that an entry of the log cannot be encoded for the other members. A leader resigns, since
   * it would commit nothing any more and its heartbeats would keep others from leading; it waits an
   * election timeout before it campaigns.
   *
   * @param position the entry; ignored if the log does not hold it any more
   * @param reason for {@link RaftStatus#resignation()}
   * @return whether this server led and has resigned
   */
  public boolean unsendable(LogPosition position, String reason) {
    boolean resigns =
        replica.role instanceof Leader
            && position.index() > replica.log.baseIndex()
            && replica.log.contains(position);
    if (resigns) {
      replica.resign(reason);
    }
    return resigns;
  }

  /**
   * Appends what a client asks for to the log if this server leads; it is replicated with the next
   * {@link #ready()}, together with all others proposed before that.
   */
  public ProposalOutcome propose(ClientPayload payload) {
    return replica.role.propose(payload);
  }

  /**
   * Makes these the members, if this server leads: appends a configuration that names the goal.
   * What follows happens by itself, whoever leads: newcomers catch up, then old voters and new ones
   * decide together, then the new ones alone (Raft §6). A goal that still waits for newcomers may
   * be replaced by another, such as the voters of now. A leader that is left out leads until the
   * others have committed that.
   *
   * @param target the voters that shall be, which of them are witnesses, and the learners that
   *     shall stay learners
   * @throws IllegalArgumentException if the target is itself in the middle of a change, or {@link
   *     Configuration#NONE}
   */
  public ChangeOutcome change(Configuration target) {
    if (target.isChanging() || target.voters().isEmpty()) {
      throw new IllegalArgumentException("not a set of members to aim at: " + target);
    }
    return replica.role.change(target);
  }

  /**
   * Asks for a linearizable read; its end is in some later {@link Ready#reads()}. A follower asks
   * its leader, and refuses what that has not confirmed within one longest election timeout. The
   * caller bounds how many are open.
   *
   * @param readId a number of the caller's choice
   */
  public void read(long readId) {
    replica.role.read(readId);
  }

  /**
   * Hands the office over to another voter, if this server leads (thesis §3.10). Until that has
   * happened, or one longest election timeout has passed, proposals are answered {@link
   * ProposalOutcome.HandingOver}; see {@link RaftStatus#heir()}.
   *
   * @param target the next leader; empty for the one that is best prepared
   */
  public TransferOutcome transfer(Optional<Member> target) {
    return replica.role.transfer(target);
  }

  /**
   * Tells that a {@link Persist} is forced.
   *
   * @param persistNumber its number; each is told once, in order
   */
  public void persisted(long persistNumber) {
    replica.durability.persisted(persistNumber);
    replica.role.persisted();
  }

  /**
   * Tells how much room the disk has set aside for the log (safety rule 11): commands, and entries
   * of a leader, for which there is none are not taken. A driver that tells it does so before the
   * first {@link #ready}, and again whenever it has changed; without, the room is {@link
   * LogRoom#UNBOUNDED}.
   */
  public void room(LogRoom room) {
    replica.space.tell(room);
    replica.snapshots.roomless.ifPresent(replica.snapshots::received);
  }

  /**
   * Tells how far the state machine has got, which makes room for more committed entries.
   *
   * @param index the last entry applied; ascending, and handed out before
   */
  public void applied(long index) {
    replica.committed.applied(index);
    replica.snapshots.roomless.ifPresent(replica.snapshots::received);
  }

  /** Tells that nothing is applied any more: this server keeps its vote, and hands over. */
  public void applyStopped() {
    replica.applyStopped();
  }

  /** Activates commands of a version that all members know, if this server leads; repeatable. */
  public void activateCommands(int version) {
    replica.role.activateCommands(new ActivateCommands(version));
  }

  /** While this server leads, a learner becomes a voter only if it is fit; must not block. */
  public void requireOfNewVoters(Predicate<Member> isFit) {
    replica.requireOfNewVoters(isFit);
  }

  /**
   * Answers a {@link LoadEntries}. Only what the log still holds counts: a tail that was not
   * committed may have been replaced since.
   *
   * @param firstIndex the first entry asked for
   * @param entries entries from there on; empty only if the disk no longer has the first
   */
  public void loaded(long firstIndex, List<Entry> entries) {
    List<Entry> known = replica.log.known(firstIndex, entries);
    replica.role.loaded(firstIndex, known);
    if (known.isEmpty()) {
      return;
    }
    replica.committed.loaded(firstIndex, known, replica.durability.durableIndex(), replica.effects);
  }

  /** The configuration in a snapshot up to an entry that was handed out as committed. */
  public Configuration configurationAt(long index) {
    return replica.log.configurations().at(index);
  }

  /**
   * Tells that the driver has made a snapshot of applied state durable. The log's beginning, but
   * for the entries that are to be kept, is no longer needed then.
   *
   * @param snapshot it; ignored if a newer one is known
   */
  public void compacted(SnapshotMetadata snapshot) {
    replica.snapshots.taken(snapshot);
  }

  /**
   * Answers a {@link LoadChunk}.
   *
   * @param snapshot the one asked for
   * @param offset the first byte asked for
   * @param data bytes from there on; none if this snapshot is no longer on the disk, though then
   *     {@link #compacted} or {@link #snapshotReceived} has told of a newer one
   */
  public void chunkLoaded(SnapshotMetadata snapshot, long offset, Bytes data) {
    replica.role.chunkLoaded(snapshot, offset, data);
  }

  /**
   * Tells, before anything else, what a former process of this server has received of a snapshot: a
   * leader that has the same one goes on from there, and pieces are {@link SnapshotStep.WriteChunk
   * written} after those bytes.
   *
   * @param snapshot which one
   * @param bytes how many of its bytes are there; fewer than it has
   */
  public void snapshotArriving(SnapshotMetadata snapshot, long bytes) {
    replica.snapshots.goOnWith(snapshot, bytes);
  }

  /**
   * Tells that the snapshot whose last piece was {@link SnapshotStep.WriteChunk written} is
   * complete, what it should be, and durable: a restart would find it, or one as new that was told
   * before. Told after {@link #persisted} of that piece or before.
   */
  public void snapshotReceived(SnapshotMetadata snapshot) {
    replica.snapshots.received(snapshot);
  }

  /** Tells that the snapshot whose last piece was written is not what it should be, and is gone. */
  public void snapshotRefused(SnapshotMetadata snapshot) {
    replica.snapshots.refused(snapshot);
  }

  /**
   * Tells that there is no room for the snapshot that arrives, and that it is gone. Nothing was
   * promised of it: a leader's next try with it is heeded after some election timeouts, and each
   * time that it was written in vain after twice as long, up to some minutes.
   *
   * @param writtenBytes what was written in vain; 0 if it was seen before that it does not fit
   */
  public void snapshotUnwritable(SnapshotMetadata snapshot, long writtenBytes) {
    replica.snapshots.unwritable(snapshot, writtenBytes);
  }

  /**
   * Whether this server leads and sends a snapshot to a member that takes it: a driver that takes
   * another one meanwhile makes that transfer begin anew.
   */
  public boolean isSendingSnapshot() {
    return replica.role.isSendingSnapshot();
  }

  /**
   * Whether an answer to a {@link LoadEntries} is still of use. Others may be dropped: at most one
   * a follower, and one more, are left.
   *
   * @param firstIndex the first entry asked for
   */
  public boolean awaitsLoad(long firstIndex) {
    return replica.role.awaitsLoad(firstIndex) || replica.committed.isLoading(firstIndex);
  }

  /** The same of a {@link LoadChunk}; at most one a follower is left. */
  public boolean awaitsChunk(LoadChunk question) {
    return replica.role.awaitsChunk(question);
  }

  /** Whether {@link #ready()} has anything to say. */
  public boolean hasReady() {
    return !replica.effects.isEmpty()
        || replica.role.hasWork()
        || (replica.snapshots.arriving.isPresent() && replica.snapshots.isOvertaken())
        || replica.durability.isDue(replica.log.lastIndex())
        || replica.committed.isDue(replica.durability.durableIndex())
        || (comparedChanges != replica.statusChanges && isStatusNew());
  }

  /** Takes everything to be done that has been gathered since the last call; may be empty. */
  public Ready ready() {
    if (replica.snapshots.arriving.isPresent() || replica.snapshots.roomless.isPresent()) {
      replica.snapshots.work();
    }
    replica.role.work();
    Effects effects = replica.effects;
    long durableIndex = replica.durability.durableIndex();
    replica.committed.handOut(replica.log, durableIndex, effects);
    Optional<Persist> persist = nextPersist();
    List<Entry> committed = effects.takeCommitted();
    replica.activateVersions(committed);
    replica.log.evict(Math.min(durableIndex, replica.committed.commitIndex()), maxRecentBytes);
    return new Ready(
        persist,
        effects.takeSends(),
        effects.takeRestore(),
        committed,
        effects.takeLoads(),
        effects.takeChunks(),
        effects.takeReads(),
        isStatusNew() ? Optional.of(report()) : Optional.empty());
  }

  /** When {@link #advanceTo} has something to do next, on the same clock. */
  public long nextDeadlineNanos() {
    return replica.role.deadlineNanos();
  }

  /** Who this server is. */
  public Member self() {
    return replica.self;
  }

  /** Whether this server leads, as of now. */
  public boolean isLeading() {
    return replica.role instanceof Leader;
  }

  /** The state as of now. */
  @SuppressWarnings("ReferenceEquality") // a timeout that is another object is looked at anew
  public RaftStatus status() {
    boolean isSame =
        latestChanges == replica.statusChanges && latest.timeout() == replica.timeout.inForce();
    latest =
        isSame
            ? latest.at(
                replica.log.last(),
                replica.committed.commitIndex(),
                replica.durability.durableIndex())
            : RaftStatus.of(replica);
    latestChanges = replica.statusChanges;
    return latest;
  }

  /**
   * How far everybody is behind this server if it leads, those it lets go included; else nobody.
   */
  public List<FollowerDistance> followers() {
    return replica.role.followers();
  }

  /**
   * How the other voters last answered this server's requests for votes, as long as it knows no
   * leader; those that have not answered are missing.
   */
  public List<VoterAnswer> voterAnswers() {
    return replica.voterAnswers.of(replica.otherVoters, replica.nowNanos);
  }

  private Optional<Persist> nextPersist() {
    List<Send> promises = replica.effects.takePromises(replica.term);
    List<SnapshotStep> steps = replica.effects.takeSnapshotSteps();
    boolean isDue = replica.durability.isDue(replica.log.lastIndex());
    if (!isDue && steps.isEmpty() && promises.isEmpty()) {
      return Optional.empty();
    }
    Persist persist = replica.durability.next(replica.log, steps, promises);
    replica.space.handedOut(persist);
    return Optional.of(persist);
  }

  private RaftStatus report() {
    reported = status();
    comparedChanges = replica.statusChanges;
    return reported;
  }

  private boolean isStatusNew() {
    if (comparedChanges == replica.statusChanges) {
      return false;
    }
    if (status().differs(reported)) {
      return true;
    }
    comparedChanges = replica.statusChanges;
    return false;
  }
}
