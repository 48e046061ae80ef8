package dev.flotilla.bench;

import java.util.Collection;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

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

  /**
   * Asks one server after the other.
   *
   * @param leads whether the server with a number says that it leads
   */
  static LeaderQuery asking(IntPredicate leads) {
    return servers -> servers.stream().mapToInt(Integer::intValue).filter(leads).findFirst();
  }

  /**
   * The highest term, epoch or ballot that the servers report; empty if the system does not tell.
   *
   * @param servers numbers of the servers to ask
   */
  default OptionalLong highestTerm(Collection<Integer> servers) throws InterruptedException {
    return OptionalLong.empty();
  }

  /** Frees what the query uses. */
  @Override
  default void close() {}
}
