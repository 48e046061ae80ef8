package dev.flotilla.node.request;

import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * What a client may ask the group thread for.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public sealed interface ClientRequest permits Insert, Read, Transfer, MemberChange {
  /** An upper estimate of what it holds. */
  int sizeBytes();

  /** Calls a client back, and lets none of them break the thread that does so. */
  static <T> void give(Consumer<? super T> answer, T outcome) {
    try {
      answer.accept(outcome);
    } catch (RuntimeException e) {
      LoggerFactory.getLogger("dev.flotilla.node.RaftNode")
          .warn("the receiver of an outcome failed", e);
    }
  }
}
