package dev.flotilla.dpws.discovery;

import java.util.Optional;

/** A body of WS-Discovery 1.1: what is announced, asked or answered. */
sealed interface DiscoveryMessage
    permits DiscoveryMessage.Hello,
        DiscoveryMessage.Bye,
        Probe,
        ProbeMatches,
        DiscoveryMessage.Resolve,
        DiscoveryMessage.ResolveMatches {

  /** A device joins the network, or its metadata has changed. */
  record Hello(Target target) implements DiscoveryMessage {}

  /** A device says that it leaves; anybody can say so in its name. */
  record Bye(Target target) implements DiscoveryMessage {}

  /** Asks where the device of this identity is. */
  record Resolve(String endpointReference) implements DiscoveryMessage {
    public Resolve {
      Target.requireUri("endpoint reference", endpointReference);
    }
  }

  /** Answers a Resolve. */
  record ResolveMatches(Optional<Target> match) implements DiscoveryMessage {}
}
