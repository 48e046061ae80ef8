package dev.flotilla.dpws.soap;

import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * One request that waits for its answer. Exactly one of {@link #answer} and {@link #fault} takes
 * effect, the first; any thread may call them; neither blocks.
 *
 * <p>An exchange that is never answered occupies one place of its connection until the connection
 * closes.
 *
 * @param <A> the answer
 */
public interface Exchange<A> {
  /** Answers; without effect when the connection is gone or the exchange answered. */
  void answer(A response);

  /** Answers with a fault; without effect when the connection is gone or the exchange answered. */
  void fault(SoapFault fault);

  /** The addressing headers of the request. */
  SoapHeader header();

  /** How large the envelope of the request is, in bytes; 0 if that is not known. */
  default int requestBytes() {
    return 0;
  }

  /** Who asked. */
  InetSocketAddress remoteAddress();

  /**
   * The certificate that the asker has shown: of the device's authority, valid and not revoked.
   * Empty on a connection without TLS.
   */
  default Optional<X509Certificate> caller() {
    return Optional.empty();
  }

  /** The address under which the asker reached this device. */
  InetSocketAddress localAddress();

  /**
   * The asker is one on whom this device depends: its connection makes no room for others, as long
   * as not too many are kept so.
   */
  default void keepConnection() {}
}
