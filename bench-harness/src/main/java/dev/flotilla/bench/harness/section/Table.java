package dev.flotilla.bench.harness.section;

import java.util.ArrayList;
import java.util.List;

/** A table of a report. In Markdown its columns are as wide as their widest cell of figures. */
public final class Table {
  /** Longer cells are sentences: they would fill a terminal with spaces. */
  private static final int WIDEST = 40;

  private final List<String> heads;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * An empty table.
   *
   * @param heads of its columns
   */
  public Table(List<String> heads) {
    this.heads = List.copyOf(heads);
  }

  /** Adds a row with a cell for each column. */
  public void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  /** Whether it has no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The heads of its columns. */
  public List<String> heads() {
    return heads;
  }

  /** Its rows, with a cell for each column. */
  public List<List<String>> rows() {
    return List.copyOf(rows);
  }

  /** The table in lines of Markdown; all cells stand to the right. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    appendLine(text, heads, " ");
    appendLine(text, heads.stream().map(any -> ":").toList(), "-");
    rows.forEach(row -> appendLine(text, row, " "));
    return text.toString();
  }

  private void appendLine(StringBuilder text, List<String> cells, String filler) {
    for (int column = 0; column < heads.size(); column++) {
      String cell = cells.get(column);
      text.append("| ")
          .append(filler.repeat(Math.max(0, width(column) - cell.length())))
          .append(cell);
      text.append(' ');
    }
    text.append('|').append(System.lineSeparator());
  }

  private int width(int column) {
    int width = heads.get(column).length();
    for (List<String> row : rows) {
      width = Math.max(width, row.get(column).length());
    }
    return Math.min(width, WIDEST);
  }
}
