package dev.flotilla.bench.harness.management;

/** The lines by which an agent and its client process talk. Stateless. */
final class ClientLines {
  /** From the client process: it has found the leader. */
  static final String READY = "ready";

  /** To the client process: how many commands, and the pause after each in milliseconds. */
  static final String RUN = "run ";

  /** From the client process: nanoseconds of a command, and whether it was executed. */
  static final String COMMAND = "command ";

  /** From the client process: milliseconds of the whole run. */
  static final String ENDED = "ended ";

  private ClientLines() {}

  /** The number after the prefix of a line, at a position between blanks. */
  static long number(String line, int position) {
    return Long.parseLong(word(line, position));
  }

  /** The word of a line at a position, 1 for the one after the prefix. */
  static String word(String line, int position) {
    return line.split(" ", -1)[position];
  }
}
