package dev.flotilla;

import dev.flotilla.client.RefusalReason;

/**
 * The command was certainly not executed, and will not be. {@link #reason} is for programs, the
 * message for people: it names the server that refused and the remedy.
 */
public final class CommandRefused extends FlotillaException {
  private static final long serialVersionUID = 1L;

  private final RefusalReason reason;

  CommandRefused(RefusalReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  /** The kind of refusal, of the last attempt. */
  public RefusalReason reason() {
    return reason;
  }
}
