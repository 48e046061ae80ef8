package dev.flotilla;

/** The state rejected the command: it was executed, once, with that outcome. */
public final class CommandRejected extends FlotillaException {
  private static final long serialVersionUID = 1L;

  CommandRejected(String reason) {
    super(reason);
  }
}
