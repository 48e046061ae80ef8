package dev.flotilla.sim;

/** What else is in the network of a seed. */
enum Malice {
  /** Nothing. */
  NONE,
  /** Clients that send what they should not, and nothing worse. */
  CLIENTS,
  /** A byte is changed now and then. */
  CHANGED_BYTES,
  /** Somebody sends messages in the name of members. */
  FORGER;

  /** What may be violated then. */
  Tolerance tolerance() {
    return this == NONE || this == CLIENTS ? Tolerance.NOTHING : Tolerance.LIES;
  }
}
