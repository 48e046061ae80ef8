package dev.flotilla.dpws.soap;

/** Carries a fault that answers a message which cannot be processed. */
public final class SoapFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SoapFault fault;

  /** With the fault to answer. */
  public SoapFaultException(SoapFault fault) {
    super(fault.reason());
    this.fault = fault;
  }

  /** The fault to answer. */
  public SoapFault fault() {
    return fault;
  }
}
