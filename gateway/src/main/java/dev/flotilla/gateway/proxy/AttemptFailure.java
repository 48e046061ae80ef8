package dev.flotilla.gateway.proxy;

/**
 * Why a web server did not answer a request completely.
 *
 * @param kind what that means
 * @param reason what happened, with addresses: for the log, not for clients
 */
record AttemptFailure(Kind kind, String reason) {
  /** It may have sent the request through another gateway since, and another one after it. */
  static final AttemptFailure CLIENT_GONE =
      new AttemptFailure(Kind.CLIENT_GONE, "the client has gone");

  /** What it means, and what its client reads. */
  enum Kind {
    /** No byte of the request was sent. */
    NOT_SENT(502, "no web server can be reached; try again later"),
    /** The request must not be sent now, or not on: other gateways may have taken it over. */
    NOT_ALLOWED(503, "this gateway waits for the group that keeps its log; try again"),
    /** The client has closed its connection, or the end of its sending side looks like that. */
    CLIENT_GONE(503, "the client closed its connection before the request was sent; try again"),
    /** The web server had closed an idle connection when the request was sent on it. */
    STALE(502, "the web server has closed the connection; try again"),
    /** The connection broke, or the answer was invalid. */
    BROKEN(502, "the web server has not answered the request completely"),
    /** The web server took too long. */
    TIMEOUT(504, "the web server has not answered in time");

    private final int status;
    private final String text;

    Kind(int status, String text) {
      this.status = status;
      this.text = text;
    }

    /** The status of the answer to the client. */
    int status() {
      return status;
    }

    /** What the client reads. */
    String text() {
      return text;
    }
  }
}
