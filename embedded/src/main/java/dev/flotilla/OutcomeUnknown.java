package dev.flotilla;

/** Nobody answered in time: the command may have been executed, or may still be. */
public final class OutcomeUnknown extends FlotillaException {
  private static final long serialVersionUID = 1L;

  OutcomeUnknown(String reason) {
    super(reason);
  }
}
