package dev.flotilla.bench.harness.section;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A table of a report: each row is about one thing, and each column says something of it. In
 * Markdown the columns are as wide as their widest cell of figures.
 *
 * @param <T> what a row is about
 */
public final class Table<T> {
  /** Longer cells are sentences: they would fill a terminal with spaces. */
  private static final int WIDEST = 40;

  private final List<T> things;
  private final List<String> heads = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  private Table(Collection<T> things) {
    this.things = List.copyOf(things);
    things.forEach(any -> rows.add(new ArrayList<>()));
  }

  /** A table without columns yet, with a row for each of these. */
  public static <T> Table<T> of(Collection<T> things) {
    return new Table<>(things);
  }

  /** Adds a column, with the text of what a function says of each thing. */
  public Table<T> column(String head, Function<? super T, ?> cell) {
    heads.add(head);
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).add(String.valueOf(cell.apply(things.get(i))));
    }
    return this;
  }

  /** Whether it has no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The heads of its columns. */
  public List<String> heads() {
    return List.copyOf(heads);
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
