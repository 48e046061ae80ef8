package dev.flotilla.dpws.discovery;

/**
 * One thing that was heard of a device: a hint about where it is, which anybody on the network can
 * forge.
 *
 * @param kind what kind of message said so
 * @param target what the message said; a Bye may name no more than the identity
 */
public record DiscoveredTarget(Kind kind, Target target) {
  /** The messages that speak of a device. */
  public enum Kind {
    /** It has joined, or its metadata has changed. */
    HELLO,
    /** It matches a Probe of ours. */
    PROBE_MATCH,
    /** It answers a Resolve of ours. */
    RESOLVE_MATCH,
    /** It says that it leaves. Consumers decide what that means; here it means nothing. */
    BYE
  }
}
