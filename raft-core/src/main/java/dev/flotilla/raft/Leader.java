package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.log.CommittedEntries;
import dev.flotilla.raft.log.DiskStallDetector;
import dev.flotilla.raft.log.LogClock;
import dev.flotilla.raft.log.LogTimeOrder;
import dev.flotilla.raft.log.ProposalBudget;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
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
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raft.progress.Progress;
import dev.flotilla.raft.quorum.Lease;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Replicates its log, decides what is committed, and confirms reads (Raft §5.3, §5.4, §8). */
final class Leader extends ServerRole {
  private final SnapshotSender snapshots;
  private final Followers followers;
  private final MembershipChange membership;
  private final ReadRounds reads = new ReadRounds();
  private final LogClock logClock;
  private final LeadershipTransfer transfer;
  private final Lease lease;
  private final DiskStallDetector ownDisk;
  private final long noOpIndex;

  private final ProposalBudget budget;

  private long heartbeatDeadlineNanos;

  /** Whether the members go on without this leader, and it has tried to hand over. */
  private boolean isRetiring;

  Leader(Replica replica) {
    super(replica);
    logClock = new LogClock(replica.log().lastTimeMillis(), replica.nowNanos());
    noOpIndex = replica.log().lastIndex() + 1;
    budget = new ProposalBudget(noOpIndex);
    followers = new Followers(replica);
    followers.follow(noOpIndex);
    snapshots = new SnapshotSender(replica, followers);
    transfer = new LeadershipTransfer(replica, followers);
    membership = new MembershipChange(replica, noOpIndex);
    lease = new Lease(replica.options());
    heartbeatDeadlineNanos = replica.nowNanos() + replica.options().heartbeatNanos();
    ownDisk =
        new DiskStallDetector(
            replica.options(), replica.durability().durableIndex(), replica.nowNanos());
    replica.versions().officeBegins();
    // Raft §8: only an entry of its own term tells a new leader what is committed.
    append(NoOp.INSTANCE);
  }

  @Override
  Role role() {
    return Role.LEADER;
  }

  @Override
  Optional<Member> leader() {
    return Optional.of(replica.self());
  }

  @Override
  boolean awaits(Member member) {
    return followers.find(member).isPresent();
  }

  @Override
  boolean hearsLeader() {
    return hearsQuorumWithin(replica.options().electionTimeoutMinNanos());
  }

  @Override
  long deadlineNanos() {
    return snapshots.deadlineOr(transfer.deadlineOr(heartbeatDeadlineNanos));
  }

  @Override
  void tick() {
    transfer.tick();
    if (!replica.isPast(heartbeatDeadlineNanos)) {
      return;
    }
    Optional<String> reason = reasonToResign();
    if (reason.isPresent()) {
      replica.resign(reason.get());
      return;
    }
    heartbeatDeadlineNanos = replica.nowNanos() + replica.options().heartbeatNanos();
    followers.dismiss();
    proposeVersion();
    heartbeatAll();
    transfer.heartbeat();
    snapshots.tick();
  }

  private Optional<String> reasonToResign() {
    // thesis §6.2: a leader without a quorum must not keep clients waiting.
    if (!hearsQuorumWithin(replica.options().electionTimeoutMaxNanos())) {
      return Optional.of("no majority answers this server");
    }
    // Its disk applies nothing, and its heartbeats keep others from taking over. Alone, it would
    // only stop and begin again.
    if (isDiskStuck() && !followers.isEmpty()) {
      return Optional.of("the disk of this server stands still");
    }
    // No client could, either, though its own connections work.
    return replica.quorum().hasReached(this::callsLeader)
        ? Optional.empty()
        : Optional.of("no majority can call this server");
  }

  private boolean isDiskStuck() {
    return ownDisk.isStuck(
        replica.durability().durableIndex(), replica.log().lastIndex(), replica.nowNanos());
  }

  private boolean callsLeader(Member voter) {
    return voter.equals(replica.self()) || followers.get(voter).callsLeader();
  }

  @Override
  void leave(Optional<Member> nextLeader) {
    reads.refuseAll(nextLeader, replica);
  }

  @Override
  TransferOutcome transfer(Optional<Member> target) {
    return transfer.begin(target);
  }

  @Override
  Optional<Member> heir() {
    return transfer.target();
  }

  @Override
  ProposalOutcome propose(ClientPayload payload) {
    if (transfer.target().isPresent()) {
      return new ProposalOutcome.HandingOver(transfer.target().get());
    }
    int active = replica.versions().active();
    if (payload.sinceVersion() > active) {
      return new ProposalOutcome.NotActivated(active, payload.sinceVersion());
    }
    int bound = replica.options().maxUncommittedBytes();
    if (budget.bytesAfter(replica.committed().handedOutIndex()) >= bound) {
      return new ProposalOutcome.Busy(bound);
    }
    if (replica.log().lastIndex() >= NumberLimits.MAX_INDEX) {
      return new ProposalOutcome.NoRoom(replica.space().next());
    }
    if (!replica.space().admits(payload)) {
      return new ProposalOutcome.NoRoom(replica.space().next());
    }
    return new ProposalOutcome.Appended(append(payload));
  }

  @Override
  ChangeOutcome change(Configuration target) {
    if (transfer.target().isPresent()) {
      return new ChangeOutcome.Refused(ChangeOutcome.Reason.HANDING_OVER);
    }
    Optional<ChangeOutcome> decided = membership.decide(target);
    if (decided.isPresent()) {
      return decided.get();
    }
    Configuration first = membership.begin(target);
    return replica.space().takes(first)
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

  private boolean holdsLease() {
    return lease.holds(agreedSequence(), replica.lastSequence(), replica.nowNanos());
  }

  private void admit(Reader reader) {
    if (hasCommittedInTerm() && !transfer.hasEverTold() && holdsLease()) {
      reader.confirmed(replica.committed().commitIndex(), replica);
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
    if (isReadRoundDue() || transfer.isDue() || isMembershipDue()) {
      return true;
    }
    for (Progress follower : followers) {
      boolean isDue =
          snapshots.isNeededBy(follower)
              ? snapshots.hasWork(follower)
              : follower.mayAppend(followers.lastFor(follower));
      if (isDue) {
        return true;
      }
    }
    return false;
  }

  @Override
  void work() {
    if (transfer.target().isEmpty()) {
      nextConfiguration().ifPresent(this::append);
    }
    if (isReadRoundDue()) {
      reads.start(replica.lastSequence() + 1, replica.committed().commitIndex());
      heartbeatAll();
      confirmReads();
    }
    for (Progress follower : followers) {
      if (snapshots.isNeededBy(follower)) {
        snapshots.work(follower);
      } else {
        replicateTo(follower);
      }
    }
    transfer.work();
    if (isRetirementDue()) {
      retire();
    }
  }

  @Override
  void appendEntriesResponse(Member from, AppendEntriesResponse response) {
    Progress follower = heard(from, response);
    // It was called for this answer; nothing else would tell a leader that a lost way is back.
    replica.reachability().note(from, /* callable= */ true);
    replica.versions().heard(from, response.version());
    replica.precedence().heard(from, response.priority());
    follower.reported(response.leaderCallable(), response.sequence());
    if (response.success()) {
      accepted(follower, response);
    } else {
      LogPosition agreed = replica.log().lastWithin(response.hint());
      follower.refused(agreed.index() + 1, response.sequence(), replica.lastSequence());
    }
    confirmReads();
  }

  @Override
  void installSnapshotResponse(Member from, InstallSnapshotResponse response) {
    Progress follower = heard(from, response);
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
    return snapshots.isSending();
  }

  /** Any answer in this term: a sign of life, and of obedience. */
  private Progress heard(Member from, Message.Response response) {
    if (response.sequence() > replica.lastSequence()) {
      throw new InvariantViolation(from + " answers a request that was never sent: " + response);
    }
    Progress follower = followers.get(from);
    follower.heard(response.sequence(), replica.nowNanos());
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
        sendAppend(follower, sendable);
      }
    }
  }

  private boolean isMembershipDue() {
    return transfer.target().isEmpty()
        && (nextConfiguration().isPresent() || membership.isLeaderLeftOut());
  }

  private Optional<Configuration> nextConfiguration() {
    return membership.next().filter(replica.space()::takes);
  }

  private boolean isRetirementDue() {
    return transfer.target().isEmpty() && membership.isLeaderLeftOut();
  }

  /** thesis §4.2.2: hands over, once; if nobody takes over, the others find out by themselves. */
  private void retire() {
    boolean isFirstTry = !isRetiring;
    isRetiring = true;
    if (isFirstTry && transfer.begin(Optional.empty()) instanceof TransferOutcome.Started) {
      return;
    }
    heartbeatAll();
    replica.becomeFollower(replica.term(), Optional.empty());
  }

  /** safety rule 12; what predecessors have activated is known once the no-op is committed. */
  private void proposeVersion() {
    if (replica.committed().commitIndex() < noOpIndex || transfer.target().isPresent()) {
      return;
    }
    OptionalInt due = replica.versions().due(replica.self(), replica.configuration().members());
    if (due.isPresent() && replica.space().takes(new ActivateVersion(due.getAsInt()))) {
      replica.versions().proposed(due.getAsInt());
      append(new ActivateVersion(due.getAsInt()));
    }
  }

  private LogPosition append(Payload payload) {
    ReplicaLog log = replica.log();
    LogPosition position = new LogPosition(log.lastIndex() + 1, replica.term());
    log.append(new Entry(position, logClock.timeMillis(replica.nowNanos()), payload));
    budget.appended(payload.sizeBytes());
    replica.space().appended(payload);
    snapshots.appended(payload.sizeBytes());
    if (payload instanceof Configuration) {
      followers.follow(position.index());
      membership.configured();
    }
    return position;
  }

  private void accepted(Progress follower, AppendEntriesResponse response) {
    LogPosition verified = response.hint();
    if (!replica.log().contains(verified)) {
      throw new InvariantViolation(
          follower.member() + " acknowledges " + verified + ", which this leader never had");
    }
    follower.accepted(
        verified.index(), response.sequence(), replica.lastSequence(), replica.nowNanos());
    membership.acknowledged(follower);
    advanceCommit();
  }

  private void advanceCommit() {
    ReplicaLog log = replica.log();
    CommittedEntries committed = replica.committed();
    long before = committed.commitIndex();
    long agreed = replica.quorum().agreed(this::syncedIndex);
    // Raft §5.4.2: entries of older terms are committed by what follows them, never by counting.
    if (agreed <= before || log.termAt(agreed) != replica.term()) {
      return;
    }
    committed.commitUpTo(agreed, log);
  }

  private long syncedIndex(Member voter) {
    return voter.equals(replica.self())
        ? replica.durability().durableIndex()
        : followers.get(voter).matchIndex();
  }

  private boolean isReadRoundDue() {
    return reads.isRoundDue() && hasCommittedInTerm();
  }

  /** thesis §6.4: until an entry of its term is committed, a leader may lag behind what was. */
  private boolean hasCommittedInTerm() {
    return replica.committed().commitIndex() >= noOpIndex;
  }

  private void confirmReads() {
    if (reads.isRoundUnderWay()) {
      reads.answered(agreedSequence(), replica);
    }
  }

  /** Requests with this number, or later ones, have been answered by a quorum. */
  private long agreedSequence() {
    return replica
        .quorum()
        .agreed(
            voter ->
                voter.equals(replica.self())
                    ? replica.lastSequence() + 1
                    : followers.get(voter).answeredSequence());
  }

  private boolean hearsQuorumWithin(long nanos) {
    return replica
        .quorum()
        .hasReached(
            voter ->
                voter.equals(replica.self())
                    || replica.nowNanos() - followers.get(voter).heardNanos() < nanos);
  }

  private void heartbeatAll() {
    for (Progress follower : followers) {
      replica.send(follower.member(), request(followers.matched(follower), List.of()));
    }
  }

  private void replicateTo(Progress follower) {
    ReplicaLog log = replica.log();
    RaftOptions options = replica.options();
    while (follower.mayAppend(followers.lastFor(follower))) {
      long next = follower.nextIndex();
      if (log.holds(next)) {
        sendAppend(
            follower, log.slice(next, options.maxEntriesPerAppend(), options.maxBytesPerAppend()));
      } else {
        followers.requestLoad(follower);
      }
    }
  }

  private void sendAppend(Progress follower, List<Entry> available) {
    List<Entry> entries = follower.alike(available, followers.lastFor(follower));
    if (entries.isEmpty()) {
      return;
    }
    LogPosition previous = replica.log().positionAt(follower.nextIndex() - 1);
    boolean isBare = follower.isWitnessAfter(previous.index());
    AppendEntries request = request(previous, isBare ? WitnessEntry.from(entries) : entries);
    follower.appendSent(request.entries(), request.sequence(), replica.nowNanos());
    replica.send(follower.member(), request);
  }

  private AppendEntries request(LogPosition previous, List<Entry> entries) {
    long sequence = replica.nextSequence();
    lease.sent(sequence, replica.nowNanos());
    return new AppendEntries(
        replica.term(), previous, entries, replica.committed().commitIndex(), sequence);
  }
}
