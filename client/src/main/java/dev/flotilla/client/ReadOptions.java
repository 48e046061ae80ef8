package dev.flotilla.client;

import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ReadLevel;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How fresh the answer of a read must be, who is to answer, and how long that may take. Immutable.
 *
 * <p>Whatever is chosen, a client never gets an answer from an older state than it has had one
 * from.
 *
 * @param consistency the promise about the state that answers
 * @param maxAge the bound of {@link Consistency#BOUNDED}, in whole milliseconds; zero otherwise
 * @param readFrom which servers are to answer
 * @param timeout how long the read may take in all; absent: as long as the client's calls
 */
public record ReadOptions(
    Consistency consistency, Duration maxAge, ReadFrom readFrom, Optional<Duration> timeout) {
  private static final ReadOptions LINEARIZABLE =
      new ReadOptions(Consistency.LINEARIZABLE, Duration.ZERO, ReadFrom.LEADER, Optional.empty());

  /** Rejects bounds that cannot be sent, and timeouts that are not positive. */
  public ReadOptions {
    Objects.requireNonNull(readFrom);
    var unused = new ReadLevel(consistency, maxAge.toMillis(), 0);
    timeout.ifPresent(ReadOptions::millis);
  }

  /** Every command that was acknowledged before the read was sent (thesis §6.4). */
  public static ReadOptions linearizable() {
    return LINEARIZABLE;
  }

  /**
   * Every command that was acknowledged longer than a bound before the read was sent: any server
   * answers by itself, if it has had a confirmation by the leader within the bound, and else asks
   * for one. All servers that hold the state are asked in turns.
   *
   * @param maxAge at most a day; in whole milliseconds
   */
  public static ReadOptions boundedStaleness(Duration maxAge) {
    return new ReadOptions(Consistency.BOUNDED, maxAge, ReadFrom.ANY, Optional.empty());
  }

  /**
   * Whatever the server has applied that is asked, however old: also without a leader. All servers
   * that hold the state are asked in turns.
   */
  public static ReadOptions local() {
    return new ReadOptions(Consistency.LOCAL, Duration.ZERO, ReadFrom.ANY, Optional.empty());
  }

  /**
   * A time limit as clients count it.
   *
   * @throws IllegalArgumentException if it is not from 1 ms to 24 days
   */
  public static int millis(Duration timeout) {
    if (timeout.compareTo(Duration.ofMillis(1)) < 0
        || timeout.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException("a timeout is from 1 ms to 24 days, not " + timeout);
    }
    return (int) timeout.toMillis();
  }

  /** The same read from other servers. */
  public ReadOptions from(ReadFrom servers) {
    return new ReadOptions(consistency, maxAge, servers, timeout);
  }

  /** The same read with a time limit of its own. */
  public ReadOptions within(Duration atMost) {
    return new ReadOptions(consistency, maxAge, readFrom, Optional.of(atMost));
  }
}
