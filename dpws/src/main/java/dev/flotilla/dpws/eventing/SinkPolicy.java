package dev.flotilla.dpws.eventing;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;

/**
 * Which addresses a subscriber may name for its events. Without a limit, anyone who can subscribe
 * could have a source send messages to third parties. Any thread; must not block.
 */
@FunctionalInterface
public interface SinkPolicy {
  /**
   * Whether events may go there.
   *
   * @param subscriber the address from which the request came
   * @param sink an http URL with a host
   */
  boolean allows(InetAddress subscriber, URI sink);

  /** Allows URLs whose host is the IP address of the subscriber itself. */
  static SinkPolicy onSubscribersHost() {
    return (subscriber, sink) -> {
      String host = sink.getHost();
      boolean isBracketed = host.startsWith("[") && host.endsWith("]");
      String literal = isBracketed ? host.substring(1, host.length() - 1) : host;
      // A name is refused: who answers for it may change between this check and a delivery.
      return subscriber.equals(NetUtil.createInetAddressFromIpAddressString(literal));
    };
  }

  /** Allows every URL: for networks in which every subscriber is trusted. */
  static SinkPolicy onAnyHost() {
    return (subscriber, sink) -> true;
  }
}
