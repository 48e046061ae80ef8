package dev.flotilla.gateway.command;

/** Ends a command with one line of text and an exit code. */
final class GatewayFailure extends Exception {
  /** The answer is no. */
  static final int NEGATIVE = 1;

  /** Wrong usage. */
  static final int USAGE = 2;

  /** Another program listens on the port. */
  static final int PORT_IN_USE = 10;

  /** The network cannot be used. */
  static final int NETWORK = 16;

  /** A defect. */
  static final int INTERNAL = 70;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  GatewayFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  GatewayFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
