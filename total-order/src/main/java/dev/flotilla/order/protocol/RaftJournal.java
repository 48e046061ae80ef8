package dev.flotilla.order.protocol;

import dev.flotilla.raft.model.Bytes;
import java.util.function.Supplier;

/**
 * Where a member of a Raft group keeps its term, its vote and its entries, so that a crash does not
 * take them. The thread of the protocol calls it, and acknowledges nothing before it returns.
 */
@FunctionalInterface
public interface RaftJournal {
  /** Keeps nothing: for processes that never come back. */
  RaftJournal NONE = record -> {};

  /**
   * Keeps a record.
   *
   * @param record makes the record; need not be called
   * @throws java.io.UncheckedIOException if it cannot be kept; then the member must stop
   */
  void force(Supplier<Bytes> record);
}
