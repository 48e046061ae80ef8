package dev.flotilla.dpws.xml;

/** Says what is wrong with a document that was read, in words meant for its sender. */
public final class XmlException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message that names the element and what was expected. */
  public XmlException(String message) {
    super(message);
  }

  /** With the parser's own complaint as the cause. */
  public XmlException(String message, Throwable cause) {
    super(message, cause);
  }
}
