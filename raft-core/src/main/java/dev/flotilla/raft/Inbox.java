package dev.flotilla.raft;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * The rules for messages that hold in every role: which terms count (Raft §5.1) and who gets a vote
 * (Raft §5.2, §5.4.1; thesis §4.2.3, §9.6). What depends on the role goes to its object.
 */
@SuppressWarnings("NullAway") // a Void has no value but null
final class Inbox implements Message.Handler<Void> {
  private final Replica replica;
  private final Member from;

  Inbox(Replica replica, Member from) {
    this.replica = replica;
    this.from = from;
  }

  @Override
  public Void preVote(PreVote request) {
    // A server that nobody can call must not lead (ours).
    boolean granted = wouldVote(request) && replica.reachability().isCallable(from);
    // Not a promise, so nothing of it need be durable.
    long term = granted ? request.term() : replica.term();
    replica.send(from, new PreVoteResponse(term, granted, request.sequence()));
    return null;
  }

  @Override
  public Void preVoteResponse(PreVoteResponse response) {
    if (response.voteGranted()) {
      if (response.term() == replica.term() + 1) {
        replica.role().preVoteResponse(from, response);
      }
    } else {
      // A server that was away learns here how far the others are.
      isCurrent(response);
    }
    return null;
  }

  @Override
  public Void requestVote(RequestVote request) {
    // thesis §4.2.3: while a leader is heard, not even the term is taken over, unless that leader
    // wants it so.
    boolean isUncalledFor = replica.role().hearsLeader() && !request.transfer();
    if (request.term() < replica.term() || isUncalledFor) {
      refuse(request);
      return null;
    }
    if (request.term() > replica.term()) {
      replica.becomeFollower(request.term(), Optional.empty());
    }
    if (!mayVoteFor(from) || !isUpToDate(request.lastLog())) {
      refuse(request);
      return null;
    }
    replica.voteFor(from);
    replica.becomeFollower(replica.term(), Optional.empty(), replica.randomElectionDeadline());
    replica.sendAfterDurable(
        from, new RequestVoteResponse(replica.term(), true, request.sequence()));
    return null;
  }

  @Override
  public Void requestVoteResponse(RequestVoteResponse response) {
    if (isCurrent(response)) {
      replica.role().requestVoteResponse(from, response);
    }
    return null;
  }

  @Override
  public Void appendEntries(AppendEntries request) {
    if (request.term() < replica.term()) {
      // Raft §5.1: a deposed leader learns of its successors' term.
      replica.send(
          from,
          new AppendEntriesResponse(
              replica.term(), false, replica.log().last(), request.sequence()));
      return null;
    }
    follow(request).appendEntries(from, request);
    return null;
  }

  @Override
  public Void installSnapshot(InstallSnapshot request) {
    if (request.term() < replica.term()) {
      // Raft §5.1, as above.
      replica.send(from, new InstallSnapshotResponse(replica.term(), false, 0, request.sequence()));
      return null;
    }
    follow(request).installSnapshot(from, request);
    return null;
  }

  @Override
  public Void installSnapshotResponse(InstallSnapshotResponse response) {
    if (isCurrent(response)) {
      replica.role().installSnapshotResponse(from, response);
    }
    return null;
  }

  /** Follows whoever sends what only a leader sends, in this term or a later one (Raft §5.2). */
  private Follower follow(Message.Request request) {
    if (request.term() == replica.term() && replica.role() instanceof Follower follower) {
      return follower;
    }
    return replica.becomeFollower(request.term(), Optional.of(from));
  }

  @Override
  public Void appendEntriesResponse(AppendEntriesResponse response) {
    if (isCurrent(response)) {
      replica.role().appendEntriesResponse(from, response);
    }
    return null;
  }

  @Override
  public Void timeoutNow(TimeoutNow request) {
    if (request.term() > replica.term()) {
      replica.becomeFollower(request.term(), Optional.empty());
    }
    replica.send(from, new TimeoutNowResponse(replica.term(), request.sequence()));
    if (request.term() == replica.term() && replica.role() instanceof Follower follower) {
      follower.timeoutNow(from, request);
    }
    return null;
  }

  @Override
  public Void timeoutNowResponse(TimeoutNowResponse response) {
    isCurrent(response);
    return null;
  }

  @Override
  public Void readIndex(ReadIndex request) {
    if (request.term() > replica.term()) {
      replica.becomeFollower(request.term(), Optional.empty());
    }
    Reader.Peer reader = new Reader.Peer(from, request);
    if (request.term() == replica.term() && replica.role() instanceof Leader leader) {
      leader.readIndex(reader);
    } else {
      reader.refused(Optional.empty(), replica);
    }
    return null;
  }

  @Override
  public Void readIndexResponse(ReadIndexResponse response) {
    if (isCurrent(response)) {
      replica.role().readIndexResponse(response);
    }
    return null;
  }

  /** Takes over a later term (Raft §5.1); a response of an older one is stale. */
  private boolean isCurrent(Message.Response response) {
    if (response.term() > replica.term()) {
      replica.becomeFollower(response.term(), Optional.empty());
      return false;
    }
    return response.term() == replica.term();
  }

  /** thesis §9.6: no leader is heard, the log is up to date, and the vote would still be free. */
  private boolean wouldVote(PreVote request) {
    if (replica.role().hearsLeader() || !isUpToDate(request.lastLog())) {
      return false;
    }
    return request.term() > replica.term()
        || (request.term() == replica.term() && mayVoteFor(from));
  }

  /** Raft §5.2: one vote a term, first come, first served. */
  private boolean mayVoteFor(Member candidate) {
    return replica.termAndVote().votedFor().map(candidate::equals).orElse(true);
  }

  /** Raft §5.4.1: by term, then by index; what is not synced yet counts too. */
  private boolean isUpToDate(LogPosition candidateLast) {
    return candidateLast.compareTo(replica.log().last()) >= 0;
  }

  private void refuse(RequestVote request) {
    replica.send(from, new RequestVoteResponse(replica.term(), false, request.sequence()));
  }
}
