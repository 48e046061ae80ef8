package dev.flotilla;

/** The command was certainly not executed, and will not be. */
public final class CommandRefused extends FlotillaException {
  private static final long serialVersionUID = 1L;

  CommandRefused(String reason) {
    super(reason);
  }
}
