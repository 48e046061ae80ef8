package dev.flotilla;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A server did not start, or could not go on; a directory that was refused was not changed. */
public final class ServerStartException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** What stood in the way. */
  public enum Kind {
    /** The settings contradict each other or what the data directory says. */
    SETTINGS,
    /** The server cannot listen on the network interface, or announce itself there. */
    NETWORK,
    /** Another program listens on the port. */
    PORT_IN_USE,
    /** The data directory is foreign, unwritable, of another group, machine or version. */
    DIRECTORY_REFUSED,
    /** Another server uses the data directory. */
    DIRECTORY_IN_USE,
    /** Reading or writing the data directory failed: the disk is full, broken or gone. */
    DISK,
    /** Log, vote or identity is damaged. */
    DAMAGED,
    /** The group exists already, or its founders contradict each other. */
    FOUNDING_REFUSED,
    /** Not yet founded when somebody stopped waiting; the server goes on. */
    NOT_FOUNDED_IN_TIME,
    /** The server was closed, or failed, before its group was founded. */
    STOPPED
  }

  ServerStartException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What stood in the way. */
  public Kind kind() {
    return kind;
  }
}
