package dev.flotilla.keys.enrolment;

/**
 * What a service answers to a request. Immutable.
 *
 * @param text the certificates as PEM, or the refusal in words
 */
record EnrolmentAnswer(Kind kind, String text) {
  /** Whether a device gets its certificate, and if not, why. */
  enum Kind {
    ISSUED(200),
    /** The request is not sound. */
    UNSOUND(400),
    WRONG_TOKEN(403),
    /** All uses are used up. */
    USED_UP(410),
    /** The authority could not issue. */
    FAILED(500);

    private final int status;

    Kind(int status) {
      this.status = status;
    }

    /** The status of HTTP. */
    int status() {
      return status;
    }
  }
}
