package dev.flotilla;

/**
 * Nobody answered in time: the command may have been executed, or may still be. {@link
 * FlotillaClient#executeAgain} asks again without executing it twice.
 */
public final class OutcomeUnknown extends FlotillaException {
  private static final long serialVersionUID = 1L;

  private final String uid;

  OutcomeUnknown(String uid, String reason) {
    super("command " + uid + ": " + reason);
    this.uid = uid;
  }

  /** The uid under which the group knows the command. */
  public String uid() {
    return uid;
  }
}
