package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The faults of the wire contract, each a subcode in our namespace. */
public enum RaftFault {
  /** Too much waits: certainly not executed; later it may be. */
  BUSY("busy", SoapFaultCode.RECEIVER),
  /** The leader's disk is full: certainly not executed; later, or elsewhere, it may be. */
  DISK_FULL("disk-full", SoapFaultCode.RECEIVER),
  /** The command or the query can never be executed as it is. */
  INVALID("invalid", SoapFaultCode.SENDER),
  /** No session of this id lives: not executed by this attempt, nor by any later one. */
  SESSION_EXPIRED("session-expired", SoapFaultCode.SENDER),
  /** The group does not use the version of the protocol that this needs: not executed. */
  NOT_ACTIVATED("not-activated", SoapFaultCode.RECEIVER),
  /** The request means another group, or comes from or for somebody else. */
  WRONG_GROUP("wrong-group", SoapFaultCode.SENDER),
  /** The certificate of the caller does not allow this: not executed. */
  FORBIDDEN("forbidden", SoapFaultCode.SENDER),
  /** No leader is known at the moment: not executed; the same request may be sent again here. */
  ASK_AGAIN("ask-again", SoapFaultCode.RECEIVER),
  /** The server is not part of a founded group yet, or its node has stopped. */
  NOT_SERVING("not-serving", SoapFaultCode.RECEIVER),
  /** The command may have been executed, or may still be. */
  UNKNOWN("unknown", SoapFaultCode.RECEIVER);

  private final QName subcode;
  private final SoapFaultCode code;

  RaftFault(String subcode, SoapFaultCode code) {
    this.subcode = new QName(RaftNames.FLOTILLA, subcode, "f");
    this.code = code;
  }

  /** The fault, with words for people. */
  public SoapFault because(String reason) {
    return SoapFault.of(code, subcode, reason);
  }

  /** Which fault of ours this is, if it is one. */
  public static Optional<RaftFault> of(SoapFault fault) {
    for (RaftFault known : values()) {
      if (known.subcode.equals(fault.subcode())) {
        return Optional.of(known);
      }
    }
    return Optional.empty();
  }
}
