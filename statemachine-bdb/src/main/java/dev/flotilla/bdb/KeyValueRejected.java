package dev.flotilla.bdb;

/** The store rejected a command or a query and changed nothing. {@link #error} is for programs. */
public final class KeyValueRejected extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final KeyValueError error;

  KeyValueRejected(KeyValueText.Rejection rejection) {
    super(rejection.error().code() + ": " + rejection.text());
    this.error = rejection.error();
  }

  /** The kind of rejection. */
  public KeyValueError error() {
    return error;
  }
}
