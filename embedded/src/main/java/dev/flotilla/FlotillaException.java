package dev.flotilla;

/** A command did not end with a result; the subclass says what is known about it. */
public abstract sealed class FlotillaException extends RuntimeException
    permits CommandRejected, CommandRefused, OutcomeUnknown, ResultUnavailable {
  private static final long serialVersionUID = 1L;

  FlotillaException(String reason) {
    super(reason);
  }
}
