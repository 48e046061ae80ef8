package dev.flotilla.node.outcome;

import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * How a question to the replicated state ended.
 *
 * @param <T> the type of the answer
 */
public sealed interface QueryOutcome<T> {
  /**
   * The answer, from a state that held every command acknowledged before the question arrived.
   *
   * @param value the answer
   * @param <T> the type of the answer
   */
  record Answered<T>(T value) implements QueryOutcome<T> {}

  /**
   * No answer: this server cannot confirm that its state is the latest.
   *
   * @param leader the leader as far as known here
   * @param <T> the type of the answer
   */
  record NotLeader<T>(Optional<Member> leader) implements QueryOutcome<T> {}

  /**
   * No answer: too much is waiting already.
   *
   * @param limit which bound was met, with its value
   * @param <T> the type of the answer
   */
  record Busy<T>(String limit) implements QueryOutcome<T> {}

  /**
   * No answer: the node stopped.
   *
   * @param reason why
   * @param <T> the type of the answer
   */
  record Unanswered<T>(String reason) implements QueryOutcome<T> {}

  /**
   * No answer, as there would be none again: the question is too large, or the state machine threw
   * at it.
   *
   * @param reason the limit, or what was thrown
   * @param <T> the type of the answer
   */
  record Unanswerable<T>(String reason) implements QueryOutcome<T> {}
}
