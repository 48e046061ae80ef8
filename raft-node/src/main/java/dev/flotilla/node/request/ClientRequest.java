package dev.flotilla.node.request;

/**
 * What a client may ask the group thread for.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public sealed interface ClientRequest permits Insert, Read, Transfer, MemberChange {
  /** An upper estimate of what it holds. */
  int sizeBytes();
}
