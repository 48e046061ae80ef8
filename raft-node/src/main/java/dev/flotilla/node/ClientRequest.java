package dev.flotilla.node;

/** What a client may ask the group thread for. */
sealed interface ClientRequest permits Insert, Read, Transfer, MemberChange {
  /** An upper estimate of what it holds. */
  int sizeBytes();
}
