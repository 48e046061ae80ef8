package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.List;
import java.util.Optional;

/**
 * What a server does at the moment. Everything that is true of one role only lives in its object,
 * and dies with it.
 *
 * <p>Responses arrive here only if they are of the current term; whoever has no use for one ignores
 * it.
 */
abstract sealed class ServerRole permits Follower, PreCandidate, Candidate, Leader {
  final Replica replica;

  ServerRole(Replica replica) {
    this.replica = replica;
  }

  abstract Role role();

  /** The leader of the current term, as far as known. */
  Optional<Member> leader() {
    return Optional.empty();
  }

  /** Whether answers of this member count. */
  boolean awaits(Member member) {
    return replica.configuration.isMember(member);
  }

  /** Whether a leader is, or may be, in office and counts on this server's vote (thesis §4.2.3). */
  boolean hearsLeader() {
    return false;
  }

  /** When {@link #tick()} has something to do. */
  abstract long deadlineNanos();

  /** Time has passed. */
  abstract void tick();

  /**
   * Whether this server comes so late to a deadline that what would have moved it may still wait in
   * a socket. A server that comes late waits once more before it draws a conclusion from silence.
   */
  final boolean isLateFor(long deadlineNanos) {
    return replica.isPast(deadlineNanos + replica.options.heartbeatNanos());
  }

  /** When this server would campaign if it were, or stayed, a follower. */
  long electionDeadlineNanos() {
    return replica.randomElectionDeadline();
  }

  /** The role ends. */
  void leave(Optional<Member> nextLeader) {}

  /** Something of this server has become durable. */
  void persisted() {}

  ProposalOutcome propose(ClientPayload payload) {
    return new ProposalOutcome.NotLeader(leader());
  }

  /** Appends that commands of a version are taken from here on, if this server leads. */
  void activateCommands(ActivateCommands activation) {}

  TransferOutcome transfer(Optional<Member> target) {
    return new TransferOutcome.NotLeader(leader());
  }

  /** To whom the office is being handed over. */
  Optional<Member> heir() {
    return Optional.empty();
  }

  ChangeOutcome change(Configuration target) {
    return new ChangeOutcome.NotLeader(leader());
  }

  void read(long readId) {
    replica.effects.read(new ReadOutcome.Refused(readId, leader()));
  }

  /** Whether {@link #work()} has something to do. */
  boolean hasWork() {
    return false;
  }

  /** What is put off until the inputs are drained, so that it is done in batches. */
  void work() {}

  void preVoteResponse(Member from, PreVoteResponse response) {}

  void requestVoteResponse(Member from, RequestVoteResponse response) {}

  void appendEntriesResponse(Member from, AppendEntriesResponse response) {}

  void installSnapshotResponse(Member from, InstallSnapshotResponse response) {}

  void readIndexResponse(ReadIndexResponse response) {}

  boolean awaitsLoad(long firstIndex) {
    return false;
  }

  boolean awaitsChunk(LoadChunk question) {
    return false;
  }

  void loaded(long firstIndex, List<Entry> entries) {}

  void chunkLoaded(SnapshotMetadata snapshot, long offset, Bytes data) {}

  /** How far those are behind whom it replicates to. */
  List<FollowerDistance> followers() {
    return List.of();
  }

  /** Whether somebody who is heard is being sent a snapshot. */
  boolean isSendingSnapshot() {
    return false;
  }
}
