package dev.flotilla.node;

import dev.flotilla.raft.Configuration;
import java.util.function.Consumer;

/** A request to make these the members. */
record MemberChange(Configuration target, Consumer<? super MembershipOutcome> answer)
    implements ClientRequest {
  @Override
  public int sizeBytes() {
    return target.sizeBytes();
  }

  void answer(MembershipOutcome outcome) {
    Answers.give(answer, outcome);
  }
}
