package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.soap.SoapFault;
import io.netty.channel.ChannelException;
import org.jspecify.annotations.Nullable;

/** Why a call has no answer. Cheap to make: it has no stack trace of its own. */
public final class CallFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final transient @Nullable SoapFault fault;

  /** What is known about the fate of the request. */
  public enum Kind {
    /** No byte of the request went out: it was certainly not executed. */
    NOT_SENT,
    /** No answer in time: it may have been, or still be, executed. */
    TIMEOUT,
    /** The connection broke after the request was sent: it may have been executed. */
    BROKEN,
    /** The other side answered with a fault, see {@link #fault}. */
    FAULT,
    /** The other side had no room for the request: it was certainly not executed. */
    OVERLOADED,
    /** The answer cannot be understood: the request may have been executed. */
    MALFORMED
  }

  private CallFailure(
      Kind kind, String message, @Nullable Throwable cause, @Nullable SoapFault fault) {
    super(message, cause, false, false);
    this.kind = kind;
    this.fault = fault;
  }

  static CallFailure of(Kind kind, String message, @Nullable Throwable cause) {
    return new CallFailure(kind, message, cause, null);
  }

  static CallFailure fault(SoapFault fault) {
    return SoapFault.OVERLOADED.equals(fault.subcode())
        ? of(Kind.OVERLOADED, "had no room for the request: " + fault.reason(), null)
        : new CallFailure(Kind.FAULT, "answered with a fault: " + fault.reason(), null, fault);
  }

  /**
   * Whether a call failed because this machine has no socket for it, for example too few file
   * descriptors: that says nothing of the other side.
   */
  public static boolean isForWantOfSockets(@Nullable Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ChannelException) {
        return true;
      }
    }
    return false;
  }

  /** What is known about the fate of the request. */
  public Kind kind() {
    return kind;
  }

  /** The fault; null unless the kind is FAULT. */
  public @Nullable SoapFault fault() {
    return fault;
  }
}
