package dev.flotilla.dpws.http.message;

/**
 * HTTP that is refused; the connection cannot be used any further.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class HttpException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  public HttpException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status code of the refusal. */
  public int status() {
    return status;
  }
}
