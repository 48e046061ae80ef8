package dev.flotilla.codec;

/** Bytes or a command's name are not what the codec reads; the message says what and where. */
public final class CodecException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for whoever sent the bytes. */
  public CodecException(String message) {
    super(message);
  }

  /** With a message for whoever sent the bytes, and what led to it. */
  public CodecException(String message, Throwable cause) {
    super(message, cause);
  }
}
