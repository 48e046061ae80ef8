package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.WholeAnswer;

/** What to do with a request. */
public sealed interface Admission {
  /**
   * Forward it.
   *
   * @param ticket to complete or abandon
   */
  record Forward(Ticket ticket) implements Admission {}

  /**
   * Send this answer.
   *
   * @param answer the answer
   * @param isRepeated whether it was kept from an earlier request with the same key
   */
  record Send(WholeAnswer answer, boolean isRepeated) implements Admission {}

  /**
   * Refuse it.
   *
   * @param status the status of the answer
   * @param reason why, with the remedy
   * @param retrySeconds after which time it may be sent again; 0 for never
   */
  record Refuse(int status, String reason, int retrySeconds) implements Admission {
    /** For a moment, if it says try again. */
    public Refuse(int status, String reason) {
      this(status, reason, status == 503 || status == 409 ? 1 : 0);
    }
  }
}
