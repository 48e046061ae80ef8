package dev.flotilla.bench.harness;

/** What {@code flotilla bench} ends with; {@code --help} lists them. */
final class ExitCode {
  static final int OK = 0;
  static final int COMMANDS_FAILED = 1;
  static final int USAGE = 2;
  static final int SYSTEM_FAILED = 3;
  static final int INPUT_OUTPUT = 4;
  static final int AGENTS = 5;
  static final int INTERNAL = 70;
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
