package dev.flotilla.server;

import java.util.List;

/** What is typed as several arguments and sent as one line, its fields with a tab between. */
final class TextFields {
  private static final char UNDECODABLE = '\uFFFD';

  private TextFields() {}

  /**
   * Joins them.
   *
   * @throws CommandFailure if one is not text
   */
  static String line(List<String> fields) throws CommandFailure {
    String line = String.join("\t", fields);
    requireText(line, "use UTF-8 in a UTF-8 locale");
    return line;
  }

  /**
   * Refuses what the JVM puts in place of what it cannot decode.
   *
   * @param remedy what to do then
   */
  static void requireText(String argument, String remedy) throws CommandFailure {
    if (argument.indexOf(UNDECODABLE) >= 0) {
      throw new CommandFailure(
          ExitCode.USAGE, "an argument is not text in the encoding of this locale; " + remedy);
    }
  }
}
