package dev.flotilla.node;

import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.raft.model.Member;
import java.util.Optional;
import java.util.function.Consumer;

/** A request to hand leadership over. */
record Transfer(Optional<Member> target, Consumer<? super HandoverOutcome> answer)
    implements ClientRequest {
  @Override
  public int sizeBytes() {
    return 0;
  }

  void answer(HandoverOutcome outcome) {
    Answers.give(answer, outcome);
  }
}
