package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.dpws.tls.TlsKeys;
import dev.flotilla.dpws.xml.XmlLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * How a caller uses connections.
 *
 * @param maxConnectionsPerAddress connections to one host and port
 * @param maxInFlightPerConnection calls that are sent on one connection before the first is
 *     answered; 1 for servers that are not known to take pipelined requests
 * @param maxWaitingPerAddress calls that wait for their turn; further ones fail as not sent
 * @param connectTimeout for opening a connection
 * @param idleTimeout after which an unused connection is closed; below the server's own, so that a
 *     connection is seldom found closed
 * @param stallTimeout how long the oldest call of a pipelined connection may remain unanswered
 *     beyond its own timeout before the connection is given up
 * @param maxEnvelopeBytes the body of one response
 * @param maxBufferedBytes the bodies above 4 KiB of responses that are being received at once, on
 *     all connections together; a call whose answer finds no room fails, and its connection is
 *     closed
 * @param xml limits within one response
 * @param keys with them https addresses are called and no others, without them http addresses only;
 *     stay open when the caller closes
 * @param peer with keys: who may be called
 * @param encoding another form of messages than XML, for servers that offer the same
 */
public record CallerOptions(
    int maxConnectionsPerAddress,
    int maxInFlightPerConnection,
    int maxWaitingPerAddress,
    Duration connectTimeout,
    Duration idleTimeout,
    Duration stallTimeout,
    int maxEnvelopeBytes,
    long maxBufferedBytes,
    XmlLimits xml,
    Optional<TlsKeys> keys,
    PeerCheck peer,
    Optional<MessageEncoding> encoding) {
  /**
   * 8 connections per address with one call in flight each, 1,000 waiting, 2 s to connect, 15 s
   * idle, stall 1 s, answers of 1 MiB and 16 MiB of them at once.
   */
  public static final CallerOptions DEFAULT =
      new CallerOptions(
          8,
          1,
          1_000,
          Duration.ofSeconds(2),
          Duration.ofSeconds(15),
          Duration.ofSeconds(1),
          1 << 20,
          16 << 20,
          XmlLimits.DEFAULT,
          Optional.empty(),
          PeerCheck.ANY,
          Optional.empty());

  private static final int ENVELOPES_BUFFERED = 2;

  /** Rejects what could never carry a call. */
  public CallerOptions {
    require(maxConnectionsPerAddress >= 1, "maxConnectionsPerAddress is at least 1");
    require(maxInFlightPerConnection >= 1, "maxInFlightPerConnection is at least 1");
    require(maxWaitingPerAddress >= 1, "maxWaitingPerAddress is at least 1");
    require(connectTimeout.toMillis() >= 1, "connectTimeout is at least 1 ms");
    require(idleTimeout.toMillis() >= 1, "idleTimeout is at least 1 ms");
    require(!stallTimeout.isNegative(), "stallTimeout is not negative");
    require(maxEnvelopeBytes >= 1 << 10, "maxEnvelopeBytes is at least 1024");
    require(
        maxBufferedBytes >= ENVELOPES_BUFFERED * (long) maxEnvelopeBytes,
        "maxBufferedBytes is at least " + ENVELOPES_BUFFERED + " times maxEnvelopeBytes");
  }

  /** The same with other connections and calls in flight on each. */
  public CallerOptions withConnections(int perAddress, int inFlightPerConnection) {
    return new CallerOptions(
        perAddress,
        inFlightPerConnection,
        maxWaitingPerAddress,
        connectTimeout,
        idleTimeout,
        stallTimeout,
        maxEnvelopeBytes,
        maxBufferedBytes,
        xml,
        keys,
        peer,
        encoding);
  }

  /** The same with other limits for a connection: to open it, to leave it idle, to let it stall. */
  public CallerOptions withTimeouts(Duration connect, Duration idle, Duration stall) {
    return new CallerOptions(
        maxConnectionsPerAddress,
        maxInFlightPerConnection,
        maxWaitingPerAddress,
        connect,
        idle,
        stall,
        maxEnvelopeBytes,
        maxBufferedBytes,
        xml,
        keys,
        peer,
        encoding);
  }

  /** The same with another limit for responses, in bytes, and with room for two at least. */
  public CallerOptions withMaxEnvelopeBytes(int bytes) {
    return withBytes(bytes, Math.max(maxBufferedBytes, ENVELOPES_BUFFERED * (long) bytes));
  }

  /** The same with another limit for all responses together, in bytes. */
  public CallerOptions withMaxBufferedBytes(long bytes) {
    return withBytes(maxEnvelopeBytes, bytes);
  }

  /** The same with TLS, to those whom the check accepts. */
  public CallerOptions withKeys(TlsKeys chosen, PeerCheck check) {
    return new CallerOptions(
        maxConnectionsPerAddress,
        maxInFlightPerConnection,
        maxWaitingPerAddress,
        connectTimeout,
        idleTimeout,
        stallTimeout,
        maxEnvelopeBytes,
        maxBufferedBytes,
        xml,
        Optional.of(chosen),
        check,
        encoding);
  }

  /** The same with another form of messages than XML, for servers that offer the same. */
  public CallerOptions withEncoding(MessageEncoding chosen) {
    return new CallerOptions(
        maxConnectionsPerAddress,
        maxInFlightPerConnection,
        maxWaitingPerAddress,
        connectTimeout,
        idleTimeout,
        stallTimeout,
        maxEnvelopeBytes,
        maxBufferedBytes,
        xml,
        keys,
        peer,
        Optional.of(chosen));
  }

  /** The scheme of the addresses that can be called. */
  public String scheme() {
    return keys.isPresent() ? "https" : "http";
  }

  private CallerOptions withBytes(int envelopeBytes, long bufferedBytes) {
    return new CallerOptions(
        maxConnectionsPerAddress,
        maxInFlightPerConnection,
        maxWaitingPerAddress,
        connectTimeout,
        idleTimeout,
        stallTimeout,
        envelopeBytes,
        bufferedBytes,
        xml,
        keys,
        peer,
        encoding);
  }

  private static void require(boolean condition, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(rule);
    }
  }
}
