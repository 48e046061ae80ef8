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
   */
  record Refuse(int status, String reason) implements Admission {}
}
