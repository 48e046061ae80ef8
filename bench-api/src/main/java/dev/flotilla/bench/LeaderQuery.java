package dev.flotilla.bench;

import java.util.Collection;
import java.util.OptionalInt;

/**
 * Asks servers of a cluster which of them leads.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
@FunctionalInterface
public interface LeaderQuery extends AutoCloseable {
  /**
   * The leader as the servers themselves report it, within a second or so.
   *
   * @param servers numbers of the servers to ask: those that run
   * @return the leader's number; empty if none of them says that it leads
   */
  OptionalInt leaderAmong(Collection<Integer> servers) throws InterruptedException;

  /** Frees what the query uses. */
  @Override
  default void close() {}
}
