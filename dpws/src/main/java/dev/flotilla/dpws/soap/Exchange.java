package dev.flotilla.dpws.soap;

import java.net.InetSocketAddress;

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

  /** The address under which the asker reached this device. */
  InetSocketAddress localAddress();

  /**
   * The asker is one on whom this device depends: its connection makes no room for others, as long
   * as not too many are kept so.
   */
  default void keepConnection() {}
}
