package dev.flotilla.client;

import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ReadLevel;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How fresh the answer of a read must be, who is to answer, and how long that may take. Immutable.
 *
 * <p>Whatever is chosen, a client never gets an answer from an older state than it has had one
 * from.
 */
public final class ReadOptions {
  private static final ReadOptions LINEARIZABLE =
      new ReadOptions(Freshness.LINEARIZABLE, Duration.ZERO, ReadFrom.LEADER, null);

  private final Freshness freshness;
  private final Duration maxAge;
  private final ReadFrom readFrom;
  private final @Nullable Duration timeout;

  private ReadOptions(
      Freshness freshness, Duration maxAge, ReadFrom readFrom, @Nullable Duration timeout) {
    this.freshness = freshness;
    this.maxAge = maxAge;
    this.readFrom = Objects.requireNonNull(readFrom);
    this.timeout = timeout;
    var unused = new ReadLevel(Consistency.valueOf(freshness.name()), maxAge.toMillis(), 0);
  }

  /**
   * Every command that was acknowledged before the read was sent (Ongaro, Consensus: Bridging
   * Theory and Practice, 2014, section 6.4).
   */
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
    return new ReadOptions(Freshness.BOUNDED, maxAge, ReadFrom.ANY, null);
  }

  /**
   * Whatever the server has applied that is asked, however old: also without a leader. All servers
   * that hold the state are asked in turns.
   */
  public static ReadOptions local() {
    return new ReadOptions(Freshness.LOCAL, Duration.ZERO, ReadFrom.ANY, null);
  }

  /**
   * A time limit as clients count it.
   *
   * @throws IllegalArgumentException if it is not from 1 ms to 24 days
   */
  public static int millis(Duration timeout) {
    return (int) TimeLimits.checked(timeout).toMillis();
  }

  /** The same read from other servers. */
  public ReadOptions from(ReadFrom servers) {
    return new ReadOptions(freshness, maxAge, servers, timeout);
  }

  /** The same read with a time limit of its own. */
  public ReadOptions within(Duration atMost) {
    return new ReadOptions(freshness, maxAge, readFrom, TimeLimits.checked(atMost));
  }

  /** The promise about the state that answers. */
  public Freshness freshness() {
    return freshness;
  }

  /** The bound of {@link #boundedStaleness}, in whole milliseconds; zero otherwise. */
  public Duration maxAge() {
    return maxAge;
  }

  /** Which servers are to answer. */
  public ReadFrom readFrom() {
    return readFrom;
  }

  /** How long the read may take in all; empty for as long as the client's calls. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(timeout);
  }
}
