package dev.flotilla.gateway.http;

/** A request that the gateway refuses to read; nothing of it reaches a web server. */
public final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * Refuses a request.
   *
   * @param status the status of the answer, from 400 on
   * @param message what is wrong with it, with the limit
   */
  public BadRequest(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** What is wrong with the request. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
