package dev.flotilla.node.request;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls clients back, and lets none of them break the thread that does so.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Answers {
  private static final Logger LOG = LoggerFactory.getLogger("dev.flotilla.node.RaftNode");

  private Answers() {}

  public static <T> void give(Consumer<? super T> answer, T outcome) {
    try {
      answer.accept(outcome);
    } catch (RuntimeException e) {
      LOG.warn("the receiver of an outcome failed", e);
    }
  }
}
