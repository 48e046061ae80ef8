package dev.flotilla.gateway.log;

/** What is refused because of an {@code Idempotency-Key}. */
final class KeyAnswers {
  static final Admission ANOTHER_REQUEST =
      new Admission.Refuse(
          422, "this Idempotency-Key belongs to another request; use a new one for each request");

  static final Admission UNDER_WAY =
      new Admission.Refuse(
          409, "the request with this Idempotency-Key is being executed; try again soon");

  static final Admission NOT_KEPT =
      new Admission.Refuse(
          409,
          "the request with this Idempotency-Key was executed, and its answer could not be kept",
          0);

  private KeyAnswers() {}
}
