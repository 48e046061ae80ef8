package dev.flotilla.node;

import dev.flotilla.raft.Configuration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A request to make out of the members of now the members that shall be. */
record MemberChange(UnaryOperator<Configuration> plan, Consumer<? super MembershipOutcome> answer)
    implements ClientRequest {
  /** A plan keeps little more than a configuration alive. */
  private static final int PLAN_BYTES = 4096;

  @Override
  public int sizeBytes() {
    return PLAN_BYTES;
  }

  void answer(MembershipOutcome outcome) {
    Answers.give(answer, outcome);
  }
}
