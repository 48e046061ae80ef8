package dev.flotilla.dpws.tls;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long a TLS handshake may take: several times as long as handshakes took lately, so that slow
 * and busy devices complete theirs. Quick handshakes give the time back.
 *
 * <p>A handshake that was given up counts as one of half its limit, so the next one with that
 * address may take twice as long. An address that is silent costs no other address time. Accepted
 * connections get as much as the slowest of them, since a caller may be as slow.
 *
 * <p>Any thread. Remembers {@value #MAX_GIVEN_UP} addresses; the oldest is forgotten first.
 */
final class HandshakePace {
  /** No handshake may take longer because of what was measured. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  static final int MAX_GIVEN_UP = 64;

  private static final int DEFAULT_PORT = 443;

  private static final int FACTOR = 4;

  /** Each handshake takes away this part of what was measured before. */
  private static final int DECAY = 8;

  private final Map<InetSocketAddress, Long> givenUp = new LinkedHashMap<>();
  private long slowestNanos;
  private long slowestGivenUpNanos;

  /** A handshake with somebody who called was completed. */
  synchronized void completed(long nanos) {
    slowestNanos = Math.max(nanos, slowestNanos - slowestNanos / DECAY);
    slowestGivenUpNanos -= slowestGivenUpNanos / DECAY;
  }

  /** A handshake with somebody who was called was completed. */
  synchronized void completed(InetSocketAddress other, long nanos) {
    completed(nanos);
    givenUp.remove(other);
  }

  /** A handshake with somebody who was called was given up after this time. */
  synchronized void givenUp(InetSocketAddress other, Duration limit) {
    long nanos = limit.toNanos() * 2 / FACTOR;
    slowestGivenUpNanos = Math.max(slowestGivenUpNanos, nanos);
    givenUp.merge(other, nanos, Math::max);
    if (givenUp.size() > MAX_GIVEN_UP) {
      givenUp.remove(givenUp.keySet().iterator().next());
    }
  }

  /** How long the next one may take, at least the given time. */
  synchronized Duration limit(Duration least) {
    return limit(least, slowestNanos);
  }

  /** How long the next one may take with somebody who is called. */
  synchronized Duration limit(Duration least, InetSocketAddress other) {
    return limit(least, Math.max(slowestNanos, givenUp.getOrDefault(other, 0L)));
  }

  /** The same by the address that was resolved for the connection; looks up no name. */
  synchronized Duration limit(Duration least, URI called) {
    long nanos = slowestNanos;
    for (Map.Entry<InetSocketAddress, Long> each : givenUp.entrySet()) {
      if (isAt(each.getKey(), called)) {
        nanos = Math.max(nanos, each.getValue());
      }
    }
    return limit(least, nanos);
  }

  private static boolean isAt(InetSocketAddress address, URI called) {
    String host = String.valueOf(called.getHost());
    int port = called.getPort() < 0 ? DEFAULT_PORT : called.getPort();
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    return address.getPort() == port
        && (literal == null
            ? host.equalsIgnoreCase(address.getHostString())
            : Arrays.equals(literal, address.getAddress().getAddress()));
  }

  /** How long the next one may take with somebody who calls. */
  synchronized Duration acceptingLimit(Duration least) {
    return limit(least, Math.max(slowestNanos, slowestGivenUpNanos));
  }

  private static Duration limit(Duration least, long nanos) {
    Duration measured = Duration.ofNanos(Math.min(LONGEST.toNanos(), FACTOR * nanos));
    return measured.compareTo(least) < 0 ? least : measured;
  }
}
