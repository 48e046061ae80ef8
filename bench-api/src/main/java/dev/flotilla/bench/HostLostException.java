package dev.flotilla.bench;

import java.io.IOException;
import java.io.Serial;

/**
 * A host with servers does not answer any more, or has ended them because it did not hear from this
 * process; what was measured meanwhile is not valid.
 */
public final class HostLostException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  /** Says which host was lost and why. */
  public HostLostException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Says which host was lost and why. */
  public HostLostException(String message) {
    super(message);
  }
}
