package dev.flotilla.batteries.hostile;

import java.util.List;

/** The page with the table of the corpus. */
final class Document {
  private Document() {}

  /**
   * The page.
   *
   * @param here what came of the cases
   * @param before what came of them at an earlier version
   */
  static String of(List<HostileCase> cases, List<Row> here, List<Row> before) {
    StringBuilder page = new StringBuilder();
    page.append("# Hostile input\n\n")
        .append("Written by `batteries/hostile document`; see [testing.md](../testing.md).\n\n")
        .append("Three servers in network namespaces get each input. While one runs, a good")
        .append(" command is sent every 100 ms. The last column is the version before the edge")
        .append(" was mended.\n\n")
        .append("| row | case | input | expected | answer | good requests | here | before |\n")
        .append("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (HostileCase each : cases) {
      page.append(
          "| %s | %s | %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  each.row(),
                  each.name(),
                  cell(each.input()),
                  cell(each.expected()),
                  find(each, here, Row::answer),
                  find(each, here, Row::good),
                  find(each, here, Document::verdict),
                  find(each, before, Document::verdict)));
    }
    return page.toString().replace("\r", "");
  }

  /** A value of a row. */
  private interface Value {
    String of(Row row);
  }

  private static String find(HostileCase each, List<Row> rows, Value value) {
    return rows.stream()
        .filter(row -> row.name().equals(each.name()))
        .map(row -> cell(value.of(row)))
        .findFirst()
        .orElse("not run");
  }

  private static String verdict(Row row) {
    return row.isGood() ? "good" : "**fails**: " + row.joined();
  }

  private static String cell(String text) {
    String plain = text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
    return plain.length() > 200 ? plain.substring(0, 200) + "..." : plain;
  }
}
