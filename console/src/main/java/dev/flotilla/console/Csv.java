package dev.flotilla.console;

import java.util.List;
import java.util.stream.Collectors;

/** Rows of comma-separated values (RFC 4180) that are safe to open as a spreadsheet. */
final class Csv {
  private static final String FORMULA = "=+-@\t\r";

  private Csv() {}

  /** One row with its line end. */
  static String row(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(String text) {
    String harmless =
        !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 && !isNumber(text)
            ? "'" + text
            : text;
    boolean isPlain = harmless.chars().noneMatch(it -> it == ',' || it == '"' || it < ' ');
    return isPlain ? harmless : '"' + harmless.replace("\"", "\"\"") + '"';
  }

  private static boolean isNumber(String text) {
    return text.matches("-?[0-9]{1,19}");
  }
}
