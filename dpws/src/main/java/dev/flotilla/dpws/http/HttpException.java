package dev.flotilla.dpws.http;

/** HTTP that is refused; the connection cannot be used any further. */
final class HttpException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  HttpException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The status code that says so. */
  int status() {
    return status;
  }
}
