package dev.flotilla.raft;

import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Payload;
import java.util.Optional;

/** Answers requests, and campaigns when no leader is heard for a while (Raft §5.2, §5.3). */
final class Follower extends ServerRole {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final FollowerReads reads;
  private Optional<Member> leader;
  private long electionDeadlineNanos;

  /** The number of the leader's latest request: a highest one could be forged, once for all. */
  private long heardSequence;

  /** Whether it has waited once more in this silence. */
  private boolean hasWaitedOn;

  Follower(Replica replica, Optional<Member> leader, long electionDeadlineNanos) {
    super(replica);
    this.reads = new FollowerReads(replica);
    this.leader = leader;
    this.electionDeadlineNanos = electionDeadlineNanos;
  }

  @Override
  Role role() {
    return Role.FOLLOWER;
  }

  @Override
  Optional<Member> leader() {
    return leader;
  }

  @Override
  boolean hearsLeader() {
    return replica.stickiness.isBound(replica.nowNanos);
  }

  @Override
  long electionDeadlineNanos() {
    return electionDeadlineNanos;
  }

  @Override
  long deadlineNanos() {
    return reads.isEmpty() ? electionDeadlineNanos : reads.deadlineOr(electionDeadlineNanos);
  }

  @Override
  void tick() {
    reads.tick(leader);
    if (!replica.isPast(electionDeadlineNanos)) {
      return;
    }
    if (leader.isPresent() && isLateFor(electionDeadlineNanos) && waitsOn()) {
      return;
    }
    // A vote that its disk still holds up may be the one that makes a leader.
    if (replica.mayLead() && replica.durability.isVoteDurable()) {
      replica.becomePreCandidate();
    } else if (replica.mayLead()) {
      electionDeadlineNanos = replica.randomElectionDeadline();
    } else {
      // Whoever only learns, or holds no state, does not send anybody to a leader that is gone.
      replica.becomeFollower(replica.term, Optional.empty(), replica.randomElectionDeadline());
    }
  }

  /** Another server is about to be elected by this one, too: it gets the time for that. */
  void grantedPreVote() {
    waitsOn();
  }

  /** Waits anew, if it has not yet in this silence. */
  private boolean waitsOn() {
    if (hasWaitedOn) {
      return false;
    }
    hasWaitedOn = true;
    electionDeadlineNanos = replica.randomElectionDeadline();
    return true;
  }

  @Override
  void leave(Optional<Member> nextLeader) {
    reads.refuseAll(nextLeader);
  }

  @Override
  void read(long readId) {
    // A witness has no state to answer from, nor has one that was removed.
    Configuration members = replica.configuration;
    if (leader.isPresent() && members.isMember(replica.self) && !members.isWitness(replica.self)) {
      reads.add(readId);
    } else {
      super.read(readId);
    }
  }

  @Override
  boolean hasWork() {
    return !reads.isEmpty() && (reads.isRoundDue() || reads.isReleaseDue());
  }

  @Override
  void work() {
    if (reads.isEmpty()) {
      return;
    }
    reads.release();
    if (reads.isRoundDue()) {
      leader.ifPresent(reads::startRound);
    }
  }

  @Override
  void readIndexResponse(ReadIndexResponse response) {
    reads.answered(response, leader);
  }

  /** The leader hands over to this server (thesis §3.10), which therefore needs no pre-vote. */
  void timeoutNow(Member from, TimeoutNow request) {
    // One that was overtaken may have been given up since; else the next heartbeat repeats it.
    boolean isOurLeader =
        leader.filter(from::equals).isPresent() && request.sequence() > heardSequence;
    if (isOurLeader && replica.mayLead() && replica.durability.isVoteDurable()) {
      replica.precedence.officeMoves();
      replica.becomeHeir();
    }
  }

  /** Handles a request of the current term. */
  void appendEntries(Member from, AppendEntries request) {
    hear(from, request.sequence(), request.quietMillis());
    ReplicaLog log = replica.log;
    if (!log.contains(request.confirmed())) {
      // Nothing is answered: this server must promise nothing any more.
      replica.loseConfirmed(request.confirmed());
      return;
    }
    if (!log.contains(request.previous())) {
      refuse(from, request);
      return;
    }
    LogPosition verified = store(request);
    // Raft Figure 2, AppendEntries 5, with its "last new entry" taken strictly: what follows the
    // verified entries here may differ from the leader's log.
    long leaderCommit = Math.min(request.leaderCommit(), verified.index());
    replica.committed.commitUpTo(leaderCommit, log);
    // It says "synced".
    replica.sendOnceDurable(from, response(from, true, verified, request.sequence()), verified);
  }

  /** Handles a piece of a snapshot of the current term. */
  void installSnapshot(Member from, InstallSnapshot request) {
    hear(from, request.sequence(), 0);
    replica.snapshots.receive(from, request);
  }

  private void hear(Member from, long sequence, int quietMillis) {
    if (leader.isEmpty() || !leader.get().equals(from)) {
      replica.statusChanges++;
      leader = Optional.of(from);
    }
    replica.endResignation();
    heardSequence = sequence;
    hasWaitedOn = false;
    replica.timeout.expectEvery(quietMillis * NANOS_PER_MILLI, replica.nowNanos);
    replica.timeout.heardLeader(replica.term, replica.nowNanos);
    replica.stickiness.heardLeader(replica.nowNanos);
    electionDeadlineNanos = replica.randomElectionDeadline();
  }

  /** Skips whole terms: the answer names the last position that may agree (Raft §5.3). */
  private void refuse(Member from, AppendEntries request) {
    LogPosition hint = replica.log.lastWithin(request.previous());
    // It counts for a lease, so the term must be on the disk: then a restart keeps quiet.
    replica.sendOnceDurable(
        from, response(from, false, hint, request.sequence()), LogPosition.ORIGIN);
  }

  private AppendEntriesResponse response(
      Member from, boolean success, LogPosition hint, long sequence) {
    return new AppendEntriesResponse(
        replica.term,
        success,
        hint,
        sequence,
        replica.versions.supported,
        replica.priority(),
        contact(from));
  }

  private LeaderContact contact(Member from) {
    if (!replica.isCallable(from)) {
      return LeaderContact.NOT_CALLABLE;
    }
    return replica.timeout.isQuiet() ? LeaderContact.QUIET : LeaderContact.CALLABLE;
  }

  /**
   * Takes entries up to the first for which the disk has set no room aside (safety rule 11): the
   * rest is as if it had been lost on the way, and the leader sends it again by and by.
   *
   * @return the last position that is now known to match
   */
  private LogPosition store(AppendEntries request) {
    ReplicaLog log = replica.log;
    LogPosition verified = request.previous();
    for (Entry entry : request.entries()) {
      LogPosition position = entry.position();
      if (!log.contains(position)) {
        Payload payload = entry.payload();
        if (!replica.space.takes(payload)) {
          break;
        }
        append(entry, position, payload);
      }
      verified = position;
    }
    return verified;
  }

  private void append(Entry sent, LogPosition position, Payload payload) {
    if (position.index() <= replica.log.lastIndex()) {
      dropConflicting(position);
    }
    replica.append(sent.notBefore(replica.log.lastTimeMillis()));
    replica.space.appended(payload);
    replica.witnessMark.appended(payload);
  }

  /** Raft §5.3: an entry that conflicts with the leader's goes, and all that follow it. */
  private void dropConflicting(LogPosition position) {
    if (position.index() <= replica.committed.commitIndex()) {
      throw new InvariantViolation("entry " + position + " would replace a committed one");
    }
    replica.truncateFrom(position.index());
  }
}
