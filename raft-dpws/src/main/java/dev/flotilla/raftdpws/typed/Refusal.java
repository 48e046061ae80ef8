package dev.flotilla.raftdpws.typed;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** Why a command was certainly not executed, or a query not answered. */
public enum Refusal {
  /** Too many requests wait; send it again later. */
  BUSY,
  /** The disk of the leader is full. */
  DISK_FULL,
  /** It can never be executed as it is. */
  INVALID,
  /** Not every member runs a program that knows it. */
  NOT_ACTIVATED,
  /** This server belongs to another group of the same name. */
  WRONG_GROUP,
  /** The certificate of the caller does not allow it. */
  FORBIDDEN,
  /** Another server leads; its address is in the answer. */
  NOT_LEADER,
  /** No leader is known; send it again later, here or to another server. */
  NO_LEADER,
  /** This server is not part of a founded group yet, or has stopped. */
  NOT_SERVING;

  /** The element in the detail of a fault that holds the refusal. */
  static final QName DETAIL = new QName(TypedContract.NAMESPACE, "Refusal", "c");

  /** The refusal that a fault of RAFT_Service means; empty if it means none. */
  public static Optional<Refusal> of(SoapFault fault) {
    return RaftFault.of(fault).flatMap(Refusal::of);
  }

  private static Optional<Refusal> of(RaftFault fault) {
    return switch (fault) {
      case BUSY -> Optional.of(BUSY);
      case DISK_FULL -> Optional.of(DISK_FULL);
      case INVALID, SESSION_EXPIRED -> Optional.of(INVALID);
      case NOT_ACTIVATED -> Optional.of(NOT_ACTIVATED);
      case WRONG_GROUP -> Optional.of(WRONG_GROUP);
      case FORBIDDEN -> Optional.of(FORBIDDEN);
      case ASK_AGAIN -> Optional.of(NO_LEADER);
      case NOT_SERVING -> Optional.of(NOT_SERVING);
      case UNKNOWN -> Optional.empty();
    };
  }

  /**
   * The fault of a server that cannot answer a query itself, such as a witness.
   *
   * @param leader the address of this service at the leader
   */
  public static SoapFault notLeader(String leader) {
    return new SoapFault(
        SoapFaultCode.RECEIVER,
        List.of(),
        "this server cannot answer; send the query to the leader at " + leader,
        new SoapFault.Detail(DETAIL, NOT_LEADER.name()));
  }

  /** Returns the same fault with the refusal in its detail; unchanged if it means none. */
  public static SoapFault inDetail(SoapFault fault) {
    return of(fault)
        .map(
            refusal ->
                new SoapFault(
                    fault.code(),
                    fault.subcodes(),
                    fault.reason(),
                    new SoapFault.Detail(DETAIL, refusal.name())))
        .orElse(fault);
  }
}
