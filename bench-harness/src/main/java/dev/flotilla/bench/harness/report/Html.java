package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Table;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Builds the body of a page; text is escaped. */
final class Html {
  private static final Pattern SPREAD = Pattern.compile("([0-9,.-]+) (\\([0-9,.-]+\\))");

  private final StringBuilder text = new StringBuilder();

  /**
   * A cell of a table.
   *
   * @param text what it says
   * @param detail what stands below it in smaller letters, empty for nothing
   * @param style a class of the style sheet, empty for none
   */
  record Cell(String text, String detail, String style) {
    static Cell of(String text) {
      return new Cell(text, "", "");
    }
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  Html heading(int level, String words) {
    text.append("<h%s>%s</h%s>%n".formatted(level, escape(words), level));
    return this;
  }

  Html paragraph(String words) {
    text.append("<p>%s</p>%n".formatted(escape(words)));
    return this;
  }

  Html note(String words) {
    text.append("<p class=\"note\">%s</p>%n".formatted(escape(words)));
    return this;
  }

  Html code(String words) {
    text.append("<pre><code>%s</code></pre>%n".formatted(escape(words)));
    return this;
  }

  /** Markup that is already escaped. */
  Html raw(String markup) {
    text.append(markup);
    return this;
  }

  /** A table; smallest and largest behind a median are a detail of its cell. */
  Html table(String style, Table<?> table) {
    return table(
        style,
        table.heads(),
        table.rows().stream().map(row -> row.stream().map(Html::cell).toList()).toList());
  }

  private static Cell cell(String text) {
    Matcher spread = SPREAD.matcher(text);
    return spread.matches() ? new Cell(spread.group(1), spread.group(2), "") : Cell.of(text);
  }

  /** A table whose first column names the rows; it scrolls on its own where it is too wide. */
  Html table(String style, List<String> heads, List<List<Cell>> rows) {
    text.append("<div class=\"wide\"><table class=\"%s\"><thead><tr>".formatted(style));
    heads.forEach(head -> text.append("<th>").append(escape(head)).append("</th>"));
    text.append("</tr></thead><tbody>\n");
    for (List<Cell> row : rows) {
      text.append("<tr>");
      row.forEach(this::append);
      text.append("</tr>\n");
    }
    text.append("</tbody></table></div>\n");
    return this;
  }

  private void append(Cell cell) {
    text.append(cell.style().isEmpty() ? "<td>" : "<td class=\"" + cell.style() + "\">");
    text.append(escape(cell.text()));
    if (!cell.detail().isEmpty()) {
      text.append("<small>").append(escape(cell.detail())).append("</small>");
    }
    text.append("</td>");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
