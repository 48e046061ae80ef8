package dev.flotilla.raft.model;

/**
 * Which version of the protocol is in force in the group as far as a starting server knows, and up
 * to which version its program knows it (safety rule 12).
 *
 * @param active what the log has activated up to the applied index; 1 if nothing
 * @param supported the latest version that this program knows; it knows all before it, too
 */
public record ProtocolVersions(int active, int supported) {
  /** What is in force from the first entry on. */
  public static final int FIRST = 1;

  /** Brings sessions: {@link OpenSession}, and commands with a {@link SessionTag}. */
  public static final int SESSIONS = 2;

  /** Has full tables of sessions make room: silent ones are closed early. */
  public static final int CROWDED_SESSIONS = 3;

  /** Tells state machines which sessions have ended. */
  public static final int SESSION_ENDS = 4;

  /**
   * Brings versions of the commands ({@link ActivateCommands}), and stops the apply of a server
   * that cannot read a command.
   */
  public static final int COMMAND_VERSIONS = 5;

  /** The latest version that this program knows. */
  public static final int SUPPORTED = COMMAND_VERSIONS;

  /** Nothing but the first version, known and in force. */
  public static final ProtocolVersions NONE_BUT_FIRST = new ProtocolVersions(FIRST, FIRST);

  /** Rejects versions below the first. */
  public ProtocolVersions {
    if (active < FIRST || supported < FIRST) {
      throw new IllegalArgumentException("no versions: " + active + ", " + supported);
    }
  }
}
