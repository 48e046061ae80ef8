package dev.flotilla.server;

import org.jspecify.annotations.Nullable;

/** Ends a command with one line of text and an exit code. */
final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;

  /**
   * Says what went wrong and what to do about it.
   *
   * @param message one line, naming the remedy
   */
  CommandFailure(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  CommandFailure(ExitCode exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  ExitCode exitCode() {
    return exitCode;
  }
}
