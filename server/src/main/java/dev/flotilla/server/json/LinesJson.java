package dev.flotilla.server.json;

import java.util.List;

/**
 * Lines of a word and a text: the documents of {@code recover} and {@code restore}.
 *
 * @param lines in the order in which they are to be read
 */
public record LinesJson(List<Line> lines) {
  /** A line of an answer to people. */
  public record Line(String word, String text) {
    /** Of a word, a tab and a text. */
    private static Line of(String line) {
      String[] parts = line.split("\t", 2);
      return new Line(parts[0], parts.length == 2 ? parts[1] : "");
    }
  }

  /** Of lines of a word, a tab and a text. */
  public static LinesJson of(List<String> lines) {
    return new LinesJson(lines.stream().map(Line::of).toList());
  }
}
