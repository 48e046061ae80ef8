package dev.flotilla.dpws.soap;

import org.jspecify.annotations.Nullable;

/** Carries a fault that answers a message which cannot be processed. */
public final class SoapFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SoapFault fault;
  private final @Nullable String messageId;

  /** With the fault to answer. */
  public SoapFaultException(SoapFault fault) {
    this(fault, null);
  }

  /**
   * With the fault to answer.
   *
   * @param messageId of the message that is answered, if it is known
   */
  public SoapFaultException(SoapFault fault, @Nullable String messageId) {
    super(fault.reason());
    this.fault = fault;
    this.messageId = messageId;
  }

  /** The id of the message that cannot be processed, if it was read; what the fault relates to. */
  public @Nullable String messageId() {
    return messageId;
  }

  /** The fault to answer. */
  public SoapFault fault() {
    return fault;
  }
}
