package dev.flotilla.gateway.proxy;

/**
 * Why a web server did not answer a request completely.
 *
 * @param kind what that means
 * @param reason what happened
 */
record AttemptFailure(Kind kind, String reason) {
  enum Kind {
    /** No byte of the request was sent. */
    NOT_SENT,
    /** The web server had closed an idle connection when the request was sent on it. */
    STALE,
    /** The connection broke, or the answer was invalid. */
    BROKEN,
    /** The web server took too long. */
    TIMEOUT
  }
}
