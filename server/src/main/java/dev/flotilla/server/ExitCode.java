package dev.flotilla.server;

/** What the process tells its caller; documented for users in docs/reference/command-line.md. */
enum ExitCode {
  OK(0),
  /** The question was answered, and the answer is no. */
  NEGATIVE(1),
  USAGE(2),
  /** A command may have been executed, or may still be. */
  UNKNOWN(3),
  /** Nobody answered in time; certainly nothing was executed. */
  UNAVAILABLE(4),
  PORT_IN_USE(10),
  DIRECTORY_REFUSED(11),
  DIRECTORY_IN_USE(12),
  DAMAGED(13),
  FOUNDING_REFUSED(14),
  NODE_STOPPED(15),
  NETWORK(16),
  DISK(17),
  /** A defect in Flotilla, or in what the launcher needs. */
  INTERNAL(70);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
