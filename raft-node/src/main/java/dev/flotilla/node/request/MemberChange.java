package dev.flotilla.node.request;

import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A request to make out of the members of now the members that shall be.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public record MemberChange(
    UnaryOperator<Configuration> plan, Consumer<? super MembershipOutcome> answer)
    implements ClientRequest {
  /** A member is four small objects: 104 bytes in a 64-bit JVM, and the reference to it. */
  private static final int MEMBER_BYTES = 128;

  /** A plan keeps no more than the largest target: each member by its standing and as a witness. */
  private static final int PLAN_BYTES = 2 * Configuration.MAX_MEMBERS * MEMBER_BYTES;

  /** Returns the members that shall be, unless nobody can aim at them. */
  public static Configuration requireTarget(Configuration target) {
    if (target.isChanging() || target.equals(Configuration.NONE)) {
      throw new IllegalArgumentException("not a set of members to aim at: " + target);
    }
    return target;
  }

  @Override
  public int sizeBytes() {
    return PLAN_BYTES;
  }

  public void answer(MembershipOutcome outcome) {
    NodeLoop.callBack(answer, outcome);
  }
}
