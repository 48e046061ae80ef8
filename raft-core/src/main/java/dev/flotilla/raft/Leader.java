package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.log.CommittedEntries;
import dev.flotilla.raft.log.DiskStallDetector;
import dev.flotilla.raft.log.LogTimeOrder;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raft.progress.Progress;
import dev.flotilla.raft.quorum.Lease;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Replicates its log, decides what is committed, and confirms reads (Raft §5.3, §5.4, §8). */
final class Leader extends ServerRole {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SnapshotSender snapshots;
  private final Followers followers;
  private final MembershipChange membership;
  private final ReadRounds reads = new ReadRounds();
  private final LeadershipTransfer transfer;
  private final Optional<Lease> lease;
  private final DiskStallDetector ownDisk;
  private final QuietPace pace;
  private final long noOpIndex;
  private final int maxUncommittedBytes;

  /** The log time and the monotonic time when this server began to lead. */
  private final long startMillis;

  private final long startNanos;

  private long heartbeatDeadlineNanos;

  /** Whether it came late to its last heartbeat: answers to the one before may still wait. */
  private boolean cameLate;

  /** Whether the members go on without this leader, and it has tried to hand over. */
  private boolean isRetiring;

  Leader(Replica replica) {
    super(replica);
    maxUncommittedBytes = replica.options.maxUncommittedBytes();
    startMillis = replica.log.lastTimeMillis();
    startNanos = replica.nowNanos;
    noOpIndex = replica.log.lastIndex() + 1;
    replica.committed.beginProposals(noOpIndex);
    lease = Lease.of(replica.options);
    followers = new Followers(replica, lease);
    followers.follow(noOpIndex);
    snapshots = new SnapshotSender(replica, followers);
    transfer = new LeadershipTransfer(replica, followers);
    membership = new MembershipChange(replica, noOpIndex);
    pace = new QuietPace(replica, followers);
    heartbeatDeadlineNanos = replica.nowNanos + replica.options.heartbeatNanos();
    ownDisk =
        new DiskStallDetector(replica.options, replica.durability.durableIndex(), replica.nowNanos);
    replica.versions.officeBegins();
    // Raft §8: only an entry of its own term tells a new leader what is committed.
    append(NoOp.INSTANCE);
  }

  @Override
  Role role() {
    return Role.LEADER;
  }

  @Override
  Optional<Member> leader() {
    return Optional.of(replica.self);
  }

  @Override
  boolean awaits(Member member) {
    return followers.has(member);
  }

  @Override
  boolean hearsLeader() {
    return followers.quorumSilenceNanos() < replica.timeout.minSilenceNanos();
  }

  /** A leader that may be quiet got a request. */
  private void wake() {
    pace.usedNanos = replica.nowNanos;
    if (followers.quietMillis > 0 && pace.end()) {
      heartbeatDeadlineNanos = replica.nowNanos;
    }
  }

  @Override
  long deadlineNanos() {
    if (transfer.target.isEmpty() && !snapshots.isTransferring) {
      return heartbeatDeadlineNanos;
    }
    return snapshots.deadlineOr(transfer.deadlineOr(heartbeatDeadlineNanos));
  }

  @Override
  void tick() {
    transfer.tick();
    if (!replica.isPast(heartbeatDeadlineNanos)) {
      return;
    }
    cameLate = !cameLate && isLateFor(heartbeatDeadlineNanos);
    Optional<String> reason = cameLate ? Optional.empty() : reasonToResign();
    if (reason.isPresent()) {
      replica.resign(reason.get());
      return;
    }
    pace.beat();
    heartbeatDeadlineNanos = replica.nowNanos + pace.intervalNanos();
    followers.dismiss();
    proposeVersion();
    followers.heartbeatAll();
    transfer.heartbeat();
    snapshots.tick();
  }

  private Optional<String> reasonToResign() {
    // thesis §6.2: a leader without a quorum must not keep clients waiting.
    long silenceNanos = followers.quorumSilenceNanos();
    if (silenceNanos >= replica.timeout.maxNanos() && !replica.timeout.isSettling()) {
      replica.timeout.apart(silenceNanos);
      return Optional.of("no majority answers this server");
    }
    // Its disk applies nothing, and its heartbeats keep others from taking over. Alone, it would
    // only stop and begin again.
    boolean isDiskStuck =
        ownDisk.isStuck(
            replica.durability.durableIndex(), replica.log.lastIndex(), replica.nowNanos);
    if (isDiskStuck && !followers.isEmpty()) {
      return Optional.of("the disk of this server stands still");
    }
    // No client could, either, though its own connections work.
    return followers.canCallLeader()
        ? Optional.empty()
        : Optional.of("no majority can call this server");
  }

  @Override
  void leave(Optional<Member> nextLeader) {
    followers.keepConfirmed();
    reads.refuseAll(nextLeader, replica);
  }

  @Override
  TransferOutcome transfer(Optional<Member> target) {
    TransferOutcome outcome = transfer.begin(target);
    wake();
    return outcome;
  }

  @Override
  Optional<Member> heir() {
    return transfer.target;
  }

  @Override
  ProposalOutcome propose(ClientPayload payload) {
    if (transfer.target.isPresent()) {
      return new ProposalOutcome.HandingOver(transfer.target.get());
    }
    int active = replica.versions.active;
    if (payload.sinceVersion() > active) {
      return new ProposalOutcome.NotActivated(active, payload.sinceVersion());
    }
    if (replica.committed.proposedBytes() >= maxUncommittedBytes) {
      return new ProposalOutcome.Busy(maxUncommittedBytes);
    }
    if (replica.log.lastIndex() >= NumberLimits.MAX_INDEX) {
      return new ProposalOutcome.NoRoom(replica.space.next());
    }
    if (!replica.space.admits(payload)) {
      return new ProposalOutcome.NoRoom(replica.space.next());
    }
    return new ProposalOutcome.Appended(append(payload));
  }

  @Override
  ChangeOutcome change(Configuration target) {
    if (transfer.target.isPresent()) {
      return new ChangeOutcome.Refused(ChangeOutcome.Reason.HANDING_OVER);
    }
    Optional<ChangeOutcome> decided = membership.decide(target);
    if (decided.isPresent()) {
      return decided.get();
    }
    Configuration first = membership.begin(target);
    return replica.space.takes(first)
        ? new ChangeOutcome.Accepted(append(first))
        : new ChangeOutcome.Refused(ChangeOutcome.Reason.NO_ROOM);
  }

  @Override
  void read(long readId) {
    admit(new Reader.Client(readId));
  }

  /** A follower asks on behalf of its own reads. */
  void readIndex(Reader.Peer reader) {
    if (reads.isTooMuchOf(reader.member())) {
      reader.refused(leader(), replica);
    } else {
      admit(reader);
    }
  }

  private void admit(Reader reader) {
    wake();
    boolean holdsLease =
        hasCommittedInTerm()
            && !transfer.hasEverTold()
            && lease.isPresent()
            && lease
                .get()
                .holds(followers.answeredSequence(), replica.lastSequence, replica.nowNanos);
    if (holdsLease) {
      reader.confirmed(replica.committed.commitIndex(), replica);
    } else {
      reads.add(reader);
    }
  }

  @Override
  void persisted() {
    // thesis §10.2.1: the leader's own entries count once they are synced, like anyone's.
    advanceCommit();
  }

  @Override
  boolean hasWork() {
    boolean hasMore =
        !reads.waiting.isEmpty()
            || transfer.target.isPresent()
            || membership.isChanging
            || !membership.isLeaderVoter;
    if (hasMore && (isReadRoundDue() || transfer.isDue() || isMembershipDue())) {
      return true;
    }
    long last = replica.log.lastIndex();
    for (Progress follower : followers.all) {
      // Mostly all of the log is on its way to it.
      if (follower.nextIndex() <= last && hasWork(follower)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasWork(Progress follower) {
    return follower.needsSnapshot(replica.log.baseIndex())
        ? snapshots.hasWork(follower)
        : follower.mayAppend(followers.lastFor(follower));
  }

  @Override
  void work() {
    if (membership.isChanging) {
      nextConfiguration().ifPresent(this::append);
    }
    if (!reads.waiting.isEmpty() && isReadRoundDue()) {
      reads.start(replica.lastSequence + 1, replica.committed.commitIndex());
      followers.heartbeatAll();
      confirmReads();
    }
    long last = replica.log.lastIndex();
    for (Progress follower : followers.all) {
      if (follower.nextIndex() > last) {
        continue;
      }
      if (follower.needsSnapshot(replica.log.baseIndex())) {
        snapshots.work(follower);
      } else {
        followers.replicateTo(follower, last);
      }
    }
    if (transfer.target.isPresent()) {
      transfer.work();
    }
    if (!membership.isLeaderVoter && isRetirementDue()) {
      retire();
    }
  }

  @Override
  void appendEntriesResponse(Member from, AppendEntriesResponse response) {
    long sequence = response.sequence();
    Progress follower = heard(from, sequence);
    // It was called for this answer; nothing else would tell a leader that a lost way is back.
    replica.uncallable.remove(from);
    if (follower.reports(response.version(), response.priority())) {
      replica.versions.heard(from, response.version());
      replica.precedence.heard(from, response.priority());
    }
    follower.reported(response.contact(), sequence);
    if (response.success()) {
      accepted(follower, response.hint(), sequence);
    } else {
      followers.refused(follower, response);
    }
    confirmReads();
  }

  @Override
  void installSnapshotResponse(Member from, InstallSnapshotResponse response) {
    Progress follower = heard(from, response.sequence());
    snapshots.answered(follower, response);
    advanceCommit();
    confirmReads();
  }

  @Override
  boolean awaitsChunk(LoadChunk question) {
    return snapshots.isAwaited(question.snapshot(), question.offset());
  }

  @Override
  void chunkLoaded(SnapshotMetadata snapshot, long offset, Bytes data) {
    snapshots.loaded(snapshot, offset, data);
  }

  @Override
  List<FollowerDistance> followers() {
    return followers.distances();
  }

  @Override
  boolean isSendingSnapshot() {
    return snapshots.isTransferring && snapshots.isSending();
  }

  /** Any answer in this term: a sign of life, and of obedience. */
  private Progress heard(Member from, long sequence) {
    if (sequence > replica.lastSequence) {
      throw new InvariantViolation(from + " answers a request that was never sent: " + sequence);
    }
    Progress follower = followers.get(from);
    followers.heard(follower, sequence);
    return follower;
  }

  @Override
  boolean awaitsLoad(long firstIndex) {
    return followers.stream().anyMatch(follower -> follower.isLoading(firstIndex));
  }

  @Override
  void loaded(long firstIndex, List<Entry> entries) {
    List<Entry> sendable = LogTimeOrder.raised(entries);
    for (Progress follower : followers) {
      // None: a snapshot has taken their place meanwhile.
      if (follower.takesLoaded(firstIndex) && !entries.isEmpty()) {
        followers.sendAppend(follower, firstIndex, sendable);
      }
    }
  }

  private boolean isMembershipDue() {
    return (membership.isChanging && nextConfiguration().isPresent()) || isRetirementDue();
  }

  /** None while this server hands over. */
  private Optional<Configuration> nextConfiguration() {
    return membership.next().filter(it -> transfer.target.isEmpty() && replica.space.takes(it));
  }

  private boolean isRetirementDue() {
    return transfer.target.isEmpty() && membership.isLeaderLeftOut();
  }

  /** thesis §4.2.2: hands over, once; if nobody takes over, the others find out by themselves. */
  private void retire() {
    boolean isFirstTry = !isRetiring;
    isRetiring = true;
    if (isFirstTry && transfer.begin(Optional.empty()) instanceof TransferOutcome.Started) {
      return;
    }
    followers.heartbeatAll();
    replica.becomeFollower(replica.term, Optional.empty());
  }

  /** safety rule 12; what predecessors have activated is known once the no-op is committed. */
  private void proposeVersion() {
    if (!hasCommittedInTerm() || transfer.target.isPresent()) {
      return;
    }
    OptionalInt due = replica.versions.due(replica.self, replica.configuration.members());
    if (due.isPresent() && replica.space.takes(new ActivateVersion(due.getAsInt()))) {
      replica.versions.proposed(due.getAsInt());
      append(new ActivateVersion(due.getAsInt()));
    }
  }

  @Override
  void activateCommands(ActivateCommands activation) {
    boolean isOpen = hasCommittedInTerm() && transfer.target.isEmpty();
    if (isOpen && replica.space.takes(activation) && replica.versions.proposes(activation)) {
      append(activation);
    }
  }

  private LogPosition append(Payload payload) {
    wake();
    LogPosition position = new LogPosition(replica.log.lastIndex() + 1, replica.term);
    int sizeBytes = replica.append(new Entry(position, logTimeMillis(), payload));
    replica.committed.proposed(sizeBytes);
    replica.space.appended(payload);
    snapshots.logBytes += sizeBytes;
    if (payload instanceof Configuration) {
      followers.follow(position.index());
      membership.configured();
    }
    return position;
  }

  /**
   * The log time goes on from that of the log's last entry with the leader's monotonic clock. So it
   * never descends, whatever the clocks of the members say, and stands still while nobody leads
   * (thesis §6.3), and at its limit.
   */
  private long logTimeMillis() {
    long passedMillis = (replica.nowNanos - startNanos) / NANOS_PER_MILLI;
    return Math.min(startMillis + passedMillis, NumberLimits.MAX_TIME_MILLIS);
  }

  /** {@link MessageCheck} has seen that this log has the position. */
  private void accepted(Progress follower, LogPosition verified, long sequence) {
    if (followers.accepted(follower, verified, sequence)) {
      if (membership.isChanging) {
        membership.acknowledged(follower);
      }
      advanceCommit();
    }
  }

  private void advanceCommit() {
    ReplicaLog log = replica.log;
    CommittedEntries committed = replica.committed;
    long before = committed.commitIndex();
    if (before == log.lastIndex()) {
      return;
    }
    long agreed = followers.syncedIndex();
    // Raft §5.4.2: entries of older terms are committed by what follows them, never by counting.
    if (agreed <= before || log.termAt(agreed) != replica.term) {
      return;
    }
    committed.commitUpTo(agreed, log);
  }

  private boolean isReadRoundDue() {
    return reads.isRoundDue() && hasCommittedInTerm();
  }

  /** thesis §6.4: until an entry of its term is committed, a leader may lag behind what was. */
  private boolean hasCommittedInTerm() {
    return replica.committed.commitIndex() >= noOpIndex;
  }

  private void confirmReads() {
    if (reads.isUnderWay) {
      reads.answered(followers.answeredSequence(), replica);
    }
  }
}
