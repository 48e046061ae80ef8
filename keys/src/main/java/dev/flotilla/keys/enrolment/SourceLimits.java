package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.TokenBucket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many connections are accepted: in all and of each source, per second and at once. Wrong
 * secrets slow that down: each doubles the time until the next connection of its source, up to
 * {@value #MAX_PAUSE_SECONDS} s, and after {@value #WRONG_BEFORE_ALERT} of whatever sources fewer
 * connections are accepted in all, until none has come for {@value #QUIET_SECONDS} s. Meanwhile the
 * sources of wrong secrets have a budget of their own, and take nothing from the others. Nobody
 * ends the service by guessing.
 *
 * <p>A source is an address. Of another network than the service's, a whole /64 of IPv6 is one
 * source, since a single host may have all of its addresses.
 *
 * <p>Any thread. Remembers {@value #MAX_SOURCES} sources; the one that was silent for longest is
 * forgotten first.
 */
final class SourceLimits {
  /** So many wrong secrets are mistakes; more are guesses. */
  static final int WRONG_BEFORE_ALERT = 20;

  static final int MAX_PAUSE_SECONDS = 60;

  /** So long without a wrong secret, and as many connections are accepted as at first. */
  static final int QUIET_SECONDS = 60;

  private static final int PER_SECOND = 20;
  private static final int PER_SECOND_WHILE_GUESSED = 5;
  private static final int PER_SECOND_OF_GUESSERS = 2;
  private static final int PER_SECOND_OF_ONE = 2;
  private static final int BURST_OF_ONE = 6;
  private static final int AT_ONCE_OF_ONE = 2;
  private static final int MAX_SOURCES = 256;

  private static final int NETWORK_BYTES = 8;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** What is known of one source. */
  private static final class Source {
    private final TokenBucket connections;
    private int wrong;
    private long pausedUntilNanos;

    Source(long nowNanos) {
      connections = new TokenBucket(PER_SECOND_OF_ONE, BURST_OF_ONE, nowNanos);
      pausedUntilNanos = nowNanos;
    }
  }

  private final byte[] ownNetwork;
  private final TokenBucket guessers;
  private TokenBucket all;
  private int wrong;
  private long wrongNanos;
  private final Map<InetAddress, Integer> open = new HashMap<>();
  private final Map<InetAddress, Source> sources =
      new LinkedHashMap<>(MAX_SOURCES, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Source> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  /**
   * Has accepted nothing yet.
   *
   * @param own where the service listens
   */
  SourceLimits(InetAddress own, long nowNanos) {
    this.ownNetwork = network(own);
    this.guessers = new TokenBucket(PER_SECOND_OF_GUESSERS, PER_SECOND_OF_GUESSERS, nowNanos);
    this.all = new TokenBucket(PER_SECOND, PER_SECOND, nowNanos);
  }

  /** Whether a connection is accepted now; then {@link #release} must follow. */
  synchronized boolean admits(InetAddress address, long nowNanos) {
    InetAddress from = sourceOf(address);
    Source source = source(from, nowNanos);
    endAlert(nowNanos);
    TokenBucket shared = wrong >= WRONG_BEFORE_ALERT && source.wrong > 0 ? guessers : all;
    // Its own budget first: what one source wastes is not taken from the others.
    if (nowNanos - source.pausedUntilNanos < 0
        || open.getOrDefault(from, 0) >= AT_ONCE_OF_ONE
        || !source.connections.take(nowNanos)
        || !shared.take(nowNanos)) {
      return false;
    }
    open.merge(from, 1, Integer::sum);
    return true;
  }

  /** A wrong secret came from there. */
  synchronized void wrong(InetAddress address, long nowNanos) {
    Source source = source(sourceOf(address), nowNanos);
    int doublings = Math.min(source.wrong++, Integer.SIZE - 2);
    long seconds = Math.min(MAX_PAUSE_SECONDS, 1L << doublings);
    source.pausedUntilNanos = nowNanos + seconds * NANOS_PER_SECOND;
    endAlert(nowNanos);
    wrongNanos = nowNanos;
    if (++wrong == WRONG_BEFORE_ALERT) {
      all = new TokenBucket(PER_SECOND_WHILE_GUESSED, PER_SECOND_WHILE_GUESSED, nowNanos);
    }
  }

  /** A connection that was accepted has ended. */
  synchronized void release(InetAddress address) {
    open.computeIfPresent(sourceOf(address), (it, count) -> count == 1 ? null : count - 1);
  }

  private void endAlert(long nowNanos) {
    if (wrong > 0 && nowNanos - wrongNanos >= QUIET_SECONDS * NANOS_PER_SECOND) {
      wrong = 0;
      all = new TokenBucket(PER_SECOND, PER_SECOND, nowNanos);
    }
  }

  private Source source(InetAddress from, long nowNanos) {
    return sources.computeIfAbsent(from, it -> new Source(nowNanos));
  }

  /** All hosts of a link share its /64: there each address counts, as with IPv4. */
  private InetAddress sourceOf(InetAddress address) {
    byte[] network = network(address);
    if (!(address instanceof Inet6Address)
        || address.isLinkLocalAddress()
        || Arrays.equals(network, ownNetwork)) {
      return address;
    }
    try {
      return InetAddress.getByAddress(Arrays.copyOf(network, 2 * NETWORK_BYTES));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }

  private static byte[] network(InetAddress address) {
    return Arrays.copyOf(address.getAddress(), NETWORK_BYTES);
  }
}
