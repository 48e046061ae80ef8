package dev.flotilla.node.request;

import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.raft.model.Member;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A request to hand leadership over.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public record Transfer(Optional<Member> target, Consumer<? super HandoverOutcome> answer)
    implements ClientRequest {
  @Override
  public int sizeBytes() {
    return 0;
  }

  public void answer(HandoverOutcome outcome) {
    NodeLoop.callBack(answer, outcome);
  }
}
