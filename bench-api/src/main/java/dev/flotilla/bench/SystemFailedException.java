package dev.flotilla.bench;

import java.io.IOException;
import java.io.Serial;

/**
 * A system under test did not start, died, or stopped answering; the message says where to look.
 */
public final class SystemFailedException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  /** Says what failed and where its log is. */
  public SystemFailedException(String message) {
    super(message);
  }

  /** Says what failed and where its log is, and keeps the reason. */
  public SystemFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
