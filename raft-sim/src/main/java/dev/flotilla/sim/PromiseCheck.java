package dev.flotilla.sim;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Member;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a member has promised, in whichever life of its process: it is never in an earlier term
 * again (safety rule 2), and whoever has answered a leader gives nobody else a vote for one
 * shortest election timeout by its own clock, unless the leader wants it so (thesis §4.2.3, safety
 * rule 10).
 */
final class PromiseCheck {
  private record Exchange(Member asking, Member asked, long term, long sequence) {}

  private final long silenceNanos;
  private final Ballots ballots;
  private final Map<Exchange, Long> arrivals = new HashMap<>();

  /** For each member and term, when the last request of a leader came that it has answered. */
  private final Map<Member, TreeMap<Long, Long>> heard = new HashMap<>();

  private final Map<Member, Long> promisedTerms = new HashMap<>();

  PromiseCheck(long silenceNanos, Ballots ballots) {
    this.silenceNanos = silenceNanos;
    this.ballots = ballots;
  }

  void arrived(Member from, SimulatedServer to, Message message) {
    if (message instanceof AppendEntries || message instanceof InstallSnapshot) {
      arrivals.putIfAbsent(
          new Exchange(from, to.member(), message.term(), message.sequence()), to.clockNanos());
    }
  }

  void sent(SimulatedServer from, Member to, Message message) {
    if (message instanceof AppendEntriesResponse || message instanceof InstallSnapshotResponse) {
      answered(from.member(), to, message);
    } else if (message instanceof RequestVoteResponse answer && answer.voteGranted()) {
      checkVote(from, to, answer);
    } else if (message instanceof RequestVote request && request.transfer()) {
      // The leader has handed over to this one, and has given up its lease for that.
      heard.getOrDefault(from.member(), new TreeMap<>()).headMap(request.term()).clear();
    }
    if (Invariants.isPromise(message)) {
      promisedTerms.merge(from.member(), message.term(), Math::max);
    }
  }

  private void answered(Member member, Member leader, Message answer) {
    // What is answered in a later term is refused.
    Long at = arrivals.get(new Exchange(leader, member, answer.term(), answer.sequence()));
    if (at != null) {
      heard.computeIfAbsent(member, it -> new TreeMap<>()).merge(answer.term(), at, Math::max);
    }
  }

  private void checkVote(SimulatedServer voter, Member candidate, RequestVoteResponse vote) {
    Map.Entry<Long, Long> last =
        heard.getOrDefault(voter.member(), new TreeMap<>()).lowerEntry(vote.term());
    if (last == null || ballots.isTransfer(candidate, vote.term())) {
      return;
    }
    long silence = voter.clockNanos() - last.getValue();
    if (silence < silenceNanos) {
      throw new Violation(
          "no-vote-while-a-leader-counts-on-it",
          "server %s votes for %s in term %s, %s ns after the leader of term %s that it answered"
              .formatted(voter.number, candidate, vote.term(), silence, last.getKey()));
    }
  }

  void checkStarted(SimulatedServer server, long term) {
    long promised = promisedTerms.getOrDefault(server.member(), 0L);
    if (term < promised) {
      throw new Violation(
          "an-incarnation-keeps-its-word",
          "server %s comes back as %s in term %s, and has promised something in term %s"
              .formatted(server.number, server.member(), term, promised));
    }
  }
}
