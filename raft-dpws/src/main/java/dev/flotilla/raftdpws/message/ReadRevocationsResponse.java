package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Bytes;

/**
 * A list of revoked certificates, which its authority has signed.
 *
 * @param list DER of RFC 5280; empty if the server has none that is newer
 */
public record ReadRevocationsResponse(Bytes list) {
  /** There is none that is newer. */
  public static final ReadRevocationsResponse NONE = new ReadRevocationsResponse(Bytes.EMPTY);
}
