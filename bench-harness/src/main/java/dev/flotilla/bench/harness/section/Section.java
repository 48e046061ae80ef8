package dev.flotilla.bench.harness.section;

import java.util.List;

/**
 * A part of a report: a title, words, a table, and what is drawn of it.
 *
 * @param title its heading
 * @param words a paragraph above the table; empty for none
 * @param table its figures
 * @param drawings of the figures; only HTML shows them
 */
public record Section(String title, String words, Table<?> table, List<Drawing> drawings) {
  /** How to read a figure of a preset. */
  public static final String SPREAD =
      "Figures are medians over the valid runs, with the smallest and the largest in brackets.";

  /** Leaves out empty drawings. */
  public Section {
    drawings = drawings.stream().filter(drawing -> !drawing.isEmpty()).toList();
  }

  /** A section without drawings. */
  public Section(String title, String words, Table<?> table) {
    this(title, words, table, List.of());
  }

  /** Those of these sections whose table has rows. */
  public static List<Section> measured(List<Section> sections) {
    return sections.stream().filter(section -> !section.table().isEmpty()).toList();
  }

  /** The section as Markdown. */
  public String markdown() {
    String paragraph = words.isEmpty() ? "" : "%s%n%n".formatted(words);
    return "## %s%n%n%s%s%n".formatted(title, paragraph, table.markdown());
  }
}
