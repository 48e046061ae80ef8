package dev.flotilla.dpws.tls;

import io.netty.channel.Channel;

/** Secures the connections that an endpoint accepts. On their event loops. Internal to dpws. */
public interface AcceptingTls {
  /** Whether a connection is taken. */
  default boolean admits(Channel channel) {
    return true;
  }

  /** Secures an accepted connection, before anything else is in its pipeline. */
  void secureAccepted(Channel channel);
}
