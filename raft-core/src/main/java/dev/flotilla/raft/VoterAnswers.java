package dev.flotilla.raft;

import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Member;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * How each voter last answered this server's requests for votes and pre-votes since it heard a
 * leader, so that a server without a leader can name the reason. One answer a voter is kept.
 */
final class VoterAnswers {
  /** Each answer, once it is known what time it is. */
  private final Map<Member, LongFunction<VoterAnswer>> answers = new TreeMap<>();

  void heard(Member from, PreVoteResponse answer, long atNanos) {
    answers.put(
        from,
        now ->
            new VoterAnswer(
                from, answer.voteGranted(), answer.refusal(), answer.term(), now - atNanos));
  }

  void heard(Member from, RequestVoteResponse answer, long atNanos) {
    answers.put(
        from,
        now ->
            new VoterAnswer(
                from, answer.voteGranted(), answer.refusal(), answer.term(), now - atNanos));
  }

  /** A leader is known. */
  void clear() {
    answers.clear();
  }

  /** The answers of these voters; others are forgotten. */
  List<VoterAnswer> of(List<Member> voters, long nowNanos) {
    answers.keySet().retainAll(voters);
    return answers.values().stream().map(it -> it.apply(nowNanos)).toList();
  }
}
