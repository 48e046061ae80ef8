package dev.flotilla.node.request;

import java.util.OptionalLong;

/**
 * What the apply thread may be asked for, besides applying.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public sealed interface ApplyRequest {
  /** An upper estimate of what it holds. */
  int sizeBytes();

  /**
   * Answer a question once an entry is applied.
   *
   * @param index that entry; 0 to answer from whatever is applied
   * @param provenNanos a time on the node's clock: a state that has applied the entry holds every
   *     command that was acknowledged before it; empty where nothing is known
   */
  record Answer(Read<?> read, long index, OptionalLong provenNanos) implements ApplyRequest {
    /** A question of whose state no age is known. */
    public Answer(Read<?> read, long index) {
      this(read, index, OptionalLong.empty());
    }

    @Override
    public int sizeBytes() {
      return read.sizeBytes();
    }
  }

  /** Answer a retry from the window, or hand it back to be proposed. */
  record LookUp(Insert insert) implements ApplyRequest {
    @Override
    public int sizeBytes() {
      return insert.sizeBytes();
    }
  }
}
