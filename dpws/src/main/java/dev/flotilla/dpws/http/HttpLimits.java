package dev.flotilla.dpws.http;

import dev.flotilla.dpws.tls.AcceptingTls;
import dev.flotilla.dpws.xml.XmlLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * What an endpoint lets others ask of it.
 *
 * @param maxHeadBytes request line and header fields of one request
 * @param maxEnvelopeBytes the body of one request
 * @param maxBufferedBytes bodies above 4 KiB, of all connections together, that are being received
 *     or wait for their answers; a request that finds no room is answered 503. A quarter is left to
 *     those whose announced length is at most a thirty-second of it, and to kept connections.
 *     Before a member's request or a small one is refused, larger ones that are not whole are
 *     evicted
 * @param maxAnswerBytes answers above 4 KiB that wait for their turn, and those that their readers
 *     do not take, beyond 64 KiB a connection or this divided by the number of connections; a
 *     connection on which more would wait is closed
 * @param maxConnections open connections; a further one takes the place of one on which no request
 *     has been under way for a moment, one that is not whole yet first, or is closed at once if
 *     there is none. At most half of them are from one address, at most an eighth of them
 *     incomplete
 * @param maxInFlightPerConnection requests of one connection that wait for their answers; reading
 *     pauses beyond them
 * @param requestTimeout from the first byte of a request to its last
 * @param idleTimeout how long a connection stays open with nothing on it
 * @param answerTimeout how long a request may wait for its answer, and an answer for its reader to
 *     take some of it, before the connection is closed
 * @param xml limits within one envelope
 * @param hosts the names by which it may be called, and the web pages that may
 * @param keys with them it speaks TLS only; {@link dev.flotilla.dpws.tls.TlsKeys} demand a
 *     certificate of their authority, and stay open when the endpoint closes
 * @param guard decides who may ask for what
 */
public record HttpLimits(
    int maxHeadBytes,
    int maxEnvelopeBytes,
    long maxBufferedBytes,
    long maxAnswerBytes,
    int maxConnections,
    int maxInFlightPerConnection,
    Duration requestTimeout,
    Duration idleTimeout,
    Duration answerTimeout,
    XmlLimits xml,
    HostPolicy hosts,
    Optional<AcceptingTls> keys,
    RequestGuard guard) {
  /**
   * 8 KiB of head, envelopes of 1 MiB and 16 MiB of them at once, 64 MiB of answers, 1,000
   * connections with 128 requests in flight each, 10 s to send a request, 60 s idle, 60 s to
   * answer.
   */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          8 << 10,
          1 << 20,
          16 << 20,
          64 << 20,
          1_000,
          128,
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          XmlLimits.DEFAULT,
          HostPolicy.DEFAULT,
          Optional.empty(),
          RequestGuard.OPEN);

  /** The least {@link #maxEnvelopeBytes}: MAX_ENVELOPE_SIZE of DPWS 1.1, appendix B. */
  public static final int MIN_ENVELOPE_BYTES = 32_767;

  private static final int MAX_ENVELOPE_BYTES = 256 << 20;
  private static final int MIN_HEAD_BYTES = 512;

  private static final long MAX_FREE_UNTAKEN_BYTES = 64 << 10;

  /** Rejects limits with which no DPWS client could work. */
  public HttpLimits {
    require(maxHeadBytes >= MIN_HEAD_BYTES, "maxHeadBytes is at least " + MIN_HEAD_BYTES);
    require(
        maxEnvelopeBytes >= MIN_ENVELOPE_BYTES && maxEnvelopeBytes <= MAX_ENVELOPE_BYTES,
        "maxEnvelopeBytes is " + MIN_ENVELOPE_BYTES + " to " + MAX_ENVELOPE_BYTES);
    require(
        maxBufferedBytes >= leastBufferedBytes(maxEnvelopeBytes),
        "maxBufferedBytes is at least 4/3 of maxEnvelopeBytes, since a quarter of it is left to"
            + " small requests");
    require(maxAnswerBytes >= MIN_ENVELOPE_BYTES, "maxAnswerBytes is at least 32767");
    require(maxConnections >= 1, "maxConnections is at least 1");
    require(maxInFlightPerConnection >= 1, "maxInFlightPerConnection is at least 1");
    require(isPositive(requestTimeout), "requestTimeout is positive");
    require(isPositive(idleTimeout), "idleTimeout is positive");
    require(isPositive(answerTimeout), "answerTimeout is positive");
  }

  /** What of such answers each connection has for nothing, so that small answers always get out. */
  long freeUntakenBytes() {
    return Math.min(MAX_FREE_UNTAKEN_BYTES, maxAnswerBytes / maxConnections);
  }

  /** The same with another limit for envelopes, in bytes, and with room for one at least. */
  public HttpLimits withMaxEnvelopeBytes(int bytes) {
    return withBytes(bytes, Math.max(maxBufferedBytes, leastBufferedBytes(bytes)), maxAnswerBytes);
  }

  /** The same with another limit for all requests together, in bytes. */
  public HttpLimits withMaxBufferedBytes(long bytes) {
    return withBytes(maxEnvelopeBytes, bytes, maxAnswerBytes);
  }

  /** The same with another limit for all answers together, in bytes. */
  public HttpLimits withMaxAnswerBytes(long bytes) {
    return withBytes(maxEnvelopeBytes, maxBufferedBytes, bytes);
  }

  private HttpLimits withBytes(int envelopeBytes, long bufferedBytes, long answerBytes) {
    return new HttpLimits(
        maxHeadBytes,
        envelopeBytes,
        bufferedBytes,
        answerBytes,
        maxConnections,
        maxInFlightPerConnection,
        requestTimeout,
        idleTimeout,
        answerTimeout,
        xml,
        hosts,
        keys,
        guard);
  }

  /** The same with other limits for connections and for requests in flight on each. */
  public HttpLimits withConnections(int connections, int inFlightPerConnection) {
    return new HttpLimits(
        maxHeadBytes,
        maxEnvelopeBytes,
        maxBufferedBytes,
        maxAnswerBytes,
        connections,
        inFlightPerConnection,
        requestTimeout,
        idleTimeout,
        answerTimeout,
        xml,
        hosts,
        keys,
        guard);
  }

  /** The same with other deadlines. */
  public HttpLimits withTimeouts(Duration request, Duration idle, Duration answer) {
    return new HttpLimits(
        maxHeadBytes,
        maxEnvelopeBytes,
        maxBufferedBytes,
        maxAnswerBytes,
        maxConnections,
        maxInFlightPerConnection,
        request,
        idle,
        answer,
        xml,
        hosts,
        keys,
        guard);
  }

  /** The same for other hosts and web pages. */
  public HttpLimits withHosts(HostPolicy chosen) {
    return new HttpLimits(
        maxHeadBytes,
        maxEnvelopeBytes,
        maxBufferedBytes,
        maxAnswerBytes,
        maxConnections,
        maxInFlightPerConnection,
        requestTimeout,
        idleTimeout,
        answerTimeout,
        xml,
        chosen,
        keys,
        guard);
  }

  /**
   * The same with TLS.
   *
   * @param who decides who may ask for what
   */
  public HttpLimits withKeys(AcceptingTls chosen, RequestGuard who) {
    return new HttpLimits(
        maxHeadBytes,
        maxEnvelopeBytes,
        maxBufferedBytes,
        maxAnswerBytes,
        maxConnections,
        maxInFlightPerConnection,
        requestTimeout,
        idleTimeout,
        answerTimeout,
        xml,
        hosts,
        Optional.of(chosen),
        who);
  }

  private static long leastBufferedBytes(int envelopeBytes) {
    return (4L * envelopeBytes + 2) / 3;
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static void require(boolean condition, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(rule);
    }
  }
}
