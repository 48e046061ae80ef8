package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raftdpws.wire.PeerHeader;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.Optional;

/**
 * Decides whether a request of a member counts (safety rule 1): it must name this group, this very
 * server in this incarnation, and a sender that is a member. Immutable, any thread.
 *
 * <p>Without TLS the sender is who it says it is: docs/security.md names the gap.
 */
final class PeerGate {
  private final Membership membership;

  PeerGate(Membership membership) {
    this.membership = membership;
  }

  /** The fault to answer, if the request counts for nothing. */
  Optional<SoapFault> objection(PeerHeader header) {
    if (header.version() != RaftNames.PROTOCOL_VERSION) {
      return fault(
          RaftFault.INVALID,
          "this server speaks version %d of the protocol, not %d"
              .formatted(RaftNames.PROTOCOL_VERSION, header.version()));
    }
    if (!header.group().equals(membership.group())) {
      return wrongGroup(
          "this server is a member of group %s, not %s", membership.group(), header.group());
    }
    if (!header.to().equals(membership.self())) {
      return wrongGroup("this server is %s, not %s", membership.self(), header.to());
    }
    if (!membership.configuration().isVoter(header.from())) {
      return wrongGroup("%s is not a member of group %s", header.from(), membership.group());
    }
    return Optional.empty();
  }

  private static Optional<SoapFault> wrongGroup(String reason, Object first, Object second) {
    return fault(RaftFault.WRONG_GROUP, reason.formatted(first, second));
  }

  private static Optional<SoapFault> fault(RaftFault fault, String reason) {
    return Optional.of(fault.because(reason));
  }
}
