package dev.flotilla.systemtests.hostile;

import java.util.List;

/**
 * What came of a case.
 *
 * @param answer in words
 * @param good what came of the good requests meanwhile
 * @param problems empty if all was as it must be
 */
record Row(String row, String name, String answer, String good, List<String> problems) {
  private static final String BETWEEN = " // ";

  boolean isGood() {
    return problems.isEmpty();
  }

  /** As a line of a file, with tabs between. */
  String line() {
    return String.join("\t", plain(row), plain(name), plain(answer), plain(good), plain(joined()));
  }

  String joined() {
    return String.join(BETWEEN, problems);
  }

  static Row parse(String line) {
    String[] parts = line.split("\t", -1);
    List<String> problems = parts[4].isEmpty() ? List.of() : List.of(parts[4].split(BETWEEN, -1));
    return new Row(parts[0], parts[1], parts[2], parts[3], problems);
  }

  private static String plain(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
