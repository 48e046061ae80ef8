package dev.flotilla;

/** Thrown by a {@link ReplicatedState}: the command was understood and cannot be done. */
public final class Rejected extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Refuses a command.
   *
   * @param reason what the client is told
   */
  public Rejected(String reason) {
    super(reason, null, false, false);
  }

  /** The reason that the client is told. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
