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
import dev.flotilla.raft.message.VoteRefusal;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * The rules for messages that hold in every role: which terms count (Raft §5.1) and who gets a vote
 * (Raft §5.2, §5.4.1; thesis §4.2.3, §9.6). What depends on the role goes to its object.
 */
final class Inbox {
  private final Replica replica;

  /** Who sent what is handled now. */
  private Member from;

  Inbox(Replica replica) {
    this.replica = replica;
    this.from = replica.self;
  }

  void receive(Member sender, Message message) {
    from = sender;
    if (message instanceof Message.Response response) {
      take(response);
    } else if (message instanceof AppendEntries request) {
      appendEntries(request);
    } else if (message instanceof PreVote request) {
      preVote(request);
    } else if (message instanceof RequestVote request) {
      requestVote(request);
    } else if (message instanceof InstallSnapshot request) {
      installSnapshot(request);
    } else if (message instanceof TimeoutNow request) {
      timeoutNow(request);
    } else if (message instanceof ReadIndex request) {
      readIndex(request);
    }
  }

  private void take(Message.Response response) {
    if (response instanceof PreVoteResponse vote) {
      preVoteResponse(vote);
      return;
    }
    if (response instanceof RequestVoteResponse vote) {
      replica.voterAnswers.heard(from, vote, replica.nowNanos);
    }
    if (!isCurrent(response)) {
      return;
    }
    if (response instanceof AppendEntriesResponse answer) {
      replica.role.appendEntriesResponse(from, answer);
    } else if (response instanceof RequestVoteResponse answer) {
      replica.role.requestVoteResponse(from, answer);
    } else if (response instanceof InstallSnapshotResponse answer) {
      replica.role.installSnapshotResponse(from, answer);
    } else if (response instanceof ReadIndexResponse answer) {
      replica.role.readIndexResponse(answer);
    }
  }

  private void preVote(PreVote request) {
    VoteRefusal refusal = objection(request);
    boolean granted = refusal == VoteRefusal.NONE;
    // Not a promise, so nothing of it need be durable.
    long term = granted ? request.term() : replica.term;
    replica.send(from, new PreVoteResponse(term, granted, request.sequence(), refusal));
    if (granted && replica.role instanceof Follower follower) {
      follower.grantedPreVote();
    }
  }

  private void preVoteResponse(PreVoteResponse response) {
    replica.voterAnswers.heard(from, response, replica.nowNanos);
    if (response.voteGranted()) {
      if (response.term() == replica.term + 1) {
        replica.role.preVoteResponse(from, response);
      }
    } else {
      // A server that was away learns here how far the others are.
      isCurrent(response);
    }
  }

  private void requestVote(RequestVote request) {
    // thesis §4.2.3: while a leader is heard, not even the term is taken over, unless that leader
    // wants it so.
    boolean isUncalledFor = replica.role.hearsLeader() && !request.transfer();
    if (request.term() < replica.term) {
      refuse(request, VoteRefusal.LATER_TERM);
      return;
    }
    if (isUncalledFor) {
      refuse(request, VoteRefusal.HEARS_LEADER);
      return;
    }
    if (request.term() > replica.term) {
      replica.becomeFollower(request.term(), Optional.empty());
    }
    if (!mayVoteFor(from) || !isUpToDate(request.lastLog())) {
      refuse(request, mayVoteFor(from) ? VoteRefusal.NEWER_LOG : VoteRefusal.VOTED);
      return;
    }
    replica.voteFor(from);
    replica.becomeFollower(replica.term, Optional.empty(), replica.randomElectionDeadline());
    replica.sendAfterDurable(from, new RequestVoteResponse(replica.term, true, request.sequence()));
  }

  private void appendEntries(AppendEntries request) {
    if (request.term() < replica.term) {
      // Raft §5.1: a deposed leader learns of its successors' term.
      replica.send(
          from,
          new AppendEntriesResponse(replica.term, false, replica.log.last(), request.sequence()));
      return;
    }
    follow(request).appendEntries(from, request);
  }

  private void installSnapshot(InstallSnapshot request) {
    if (request.term() < replica.term) {
      // Raft §5.1, as above.
      replica.send(from, new InstallSnapshotResponse(replica.term, false, 0, request.sequence()));
      return;
    }
    follow(request).installSnapshot(from, request);
  }

  /** Follows whoever sends what only a leader sends, in this term or a later one (Raft §5.2). */
  private Follower follow(Message.Request request) {
    if (request.term() == replica.term && replica.role instanceof Follower follower) {
      return follower;
    }
    return replica.becomeFollower(request.term(), Optional.of(from));
  }

  private void timeoutNow(TimeoutNow request) {
    if (request.term() > replica.term) {
      replica.becomeFollower(request.term(), Optional.empty());
    }
    replica.send(from, new TimeoutNowResponse(replica.term, request.sequence()));
    if (request.term() == replica.term && replica.role instanceof Follower follower) {
      follower.timeoutNow(from, request);
    }
  }

  private void readIndex(ReadIndex request) {
    if (request.term() > replica.term) {
      replica.becomeFollower(request.term(), Optional.empty());
    }
    Reader.Peer reader = new Reader.Peer(from, request);
    if (request.term() == replica.term && replica.role instanceof Leader leader) {
      leader.readIndex(reader);
    } else {
      reader.refused(Optional.empty(), replica);
    }
  }

  /** Takes over a later term (Raft §5.1); a response of an older one is stale. */
  private boolean isCurrent(Message.Response response) {
    if (response.term() > replica.term) {
      replica.becomeFollower(response.term(), Optional.empty());
      return false;
    }
    return response.term() == replica.term;
  }

  /** thesis §9.6: no leader is heard, the log is up to date, and the vote would still be free. */
  private VoteRefusal objection(PreVote request) {
    if (replica.role.hearsLeader()) {
      return VoteRefusal.HEARS_LEADER;
    }
    if (!isUpToDate(request.lastLog())) {
      return VoteRefusal.NEWER_LOG;
    }
    if (request.term() < replica.term) {
      return VoteRefusal.LATER_TERM;
    }
    if (request.term() == replica.term && !mayVoteFor(from)) {
      return VoteRefusal.VOTED;
    }
    // A server that nobody can call must not lead (ours).
    return replica.isCallable(from) ? VoteRefusal.NONE : VoteRefusal.CANNOT_CALL;
  }

  /** Raft §5.2: one vote a term, first come, first served. */
  private boolean mayVoteFor(Member candidate) {
    return replica.termAndVote.votedFor().map(candidate::equals).orElse(true);
  }

  /** Raft §5.4.1: by term, then by index; what is not synced yet counts too. */
  private boolean isUpToDate(LogPosition candidateLast) {
    return candidateLast.compareTo(replica.log.last()) >= 0;
  }

  private void refuse(RequestVote request, VoteRefusal reason) {
    replica.send(from, new RequestVoteResponse(replica.term, false, request.sequence(), reason));
  }
}
