package dev.flotilla.dpws.soap;

/** The fault codes of SOAP 1.2 part 1, section 5.4.6. */
public enum SoapFaultCode {
  /** The envelope is not SOAP 1.2. */
  VERSION_MISMATCH("VersionMismatch"),
  /** A mandatory header block is not understood. */
  MUST_UNDERSTAND("MustUnderstand"),
  /** An encoding is not supported. */
  DATA_ENCODING_UNKNOWN("DataEncodingUnknown"),
  /** The message is wrong and will be wrong again. */
  SENDER("Sender"),
  /** The message may be right; it could not be processed now. */
  RECEIVER("Receiver");

  private final String localName;

  SoapFaultCode(String localName) {
    this.localName = localName;
  }

  String localName() {
    return localName;
  }

  static SoapFaultCode named(String localName) {
    for (SoapFaultCode code : values()) {
      if (code.localName.equals(localName)) {
        return code;
      }
    }
    return RECEIVER;
  }
}
