package dev.flotilla.client;

/** What a read promises about the state that answers it. */
public enum Freshness {
  /** It holds every command that was acknowledged before the read was sent. */
  LINEARIZABLE,
  /** It holds every command that was acknowledged longer than a bound before the read was sent. */
  BOUNDED,
  /** It is whatever the server that is asked has applied. */
  LOCAL
}
