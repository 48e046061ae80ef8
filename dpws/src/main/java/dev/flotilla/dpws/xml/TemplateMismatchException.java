package dev.flotilla.dpws.xml;

/**
 * A value or a document does not fit an {@link XmlTemplate}, and has to be written or read in full.
 * It is expected, and has no stack trace.
 */
public final class TemplateMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Made by code that writes or reads a slot. */
  public TemplateMismatchException() {
    super("the template does not fit", null, false, false);
  }
}
