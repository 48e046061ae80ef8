package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request of a member counts (safety rules 1 and 8): it must name this group and
 * this very server in this incarnation.
 *
 * <p>Who sends it may be a member that this server has not heard of: a server that joins knows
 * nobody, and one that was away may have missed the change that made the sender a member. So a
 * stranger is taken at its word, but not as long as this server leads, or hears from a leader that
 * it knows: that leader's log will name every member in time, and until then a stranger is more
 * likely a former incarnation, or a mistake.
 *
 * <p>Any thread. Without TLS the sender is who it says it is: docs/security.md names the gap.
 */
final class PeerGate {
  private final Membership membership;
  private final Supplier<@Nullable NodeStatus> node;
  private final long patienceNanos;
  // Null until a leader that is known here has written.
  private volatile @Nullable Long ledNanos;

  /**
   * A gate that lets strangers in at first.
   *
   * @param node how this server's node stands; null before it runs
   * @param patienceNanos how long after the last request of a known leader strangers are kept out
   */
  PeerGate(Membership membership, Supplier<@Nullable NodeStatus> node, long patienceNanos) {
    this.membership = membership;
    this.node = node;
    this.patienceNanos = patienceNanos;
  }

  /** The fault to answer, if the request counts for nothing. */
  Optional<SoapFault> objection(PeerHeader header, Message.Request message, long nowNanos) {
    if (header.version() != RaftNames.PROTOCOL_VERSION) {
      return fault(
          RaftFault.INVALID,
          "this server speaks version %s of the protocol, not %s"
              .formatted(RaftNames.PROTOCOL_VERSION, header.version()));
    }
    if (!header.group().equals(membership.group())) {
      return wrongGroup(
          "this server is a member of group %s, not %s"
              .formatted(membership.group(), header.group()));
    }
    if (!header.to().equals(membership.self())) {
      return wrongGroup("this server is %s, not %s".formatted(membership.self(), header.to()));
    }
    return objection(header.from(), message, nowNanos);
  }

  /** The same for a request of which is known that it names this group and this server. */
  Optional<SoapFault> objection(Member from, Message.Request message, long nowNanos) {
    NodeStatus now = node.get();
    if (isKnown(from, now)) {
      if (message instanceof AppendEntries || message instanceof InstallSnapshot) {
        ledNanos = nowNanos;
      }
      return Optional.empty();
    }
    Long led = ledNanos;
    boolean isLed = led != null && nowNanos - led < patienceNanos;
    return isLed || (now != null && now.isLeading())
        ? wrongGroup("%s is not a member of group %s".formatted(from, membership.group()))
        : Optional.empty();
  }

  /** Whether it founded the group, or is named by the latest configuration in the log. */
  boolean isKnown(Member member) {
    return isKnown(member, node.get());
  }

  private boolean isKnown(Member member, @Nullable NodeStatus now) {
    return membership.founders().isVoter(member)
        || (now != null && now.configuration().isMember(member));
  }

  private static Optional<SoapFault> wrongGroup(String reason) {
    return fault(RaftFault.WRONG_GROUP, reason);
  }

  private static Optional<SoapFault> fault(RaftFault fault, String reason) {
    return Optional.of(fault.because(reason));
  }
}
