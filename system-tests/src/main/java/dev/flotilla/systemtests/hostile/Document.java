package dev.flotilla.systemtests.hostile;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The page with the tables of the corpus, one for each row. */
final class Document {
  private static final Pattern DIRECTORIES = Pattern.compile("(?<![\\w:/])/(?:[^/\\s]+/)+");
  private static final int MAX_CELL_CHARS = 160;

  private Document() {}

  /**
   * The page.
   *
   * @param here the results of this version
   * @param before the results of an earlier version
   */
  static String of(List<HostileCase> cases, Results here, Results before) {
    StringBuilder page = new StringBuilder();
    page.append("# Hostile input\n\n")
        .append(
            "`system-tests/hostile document` writes this page; [testing.md](../testing.md#hostile)")
        .append(" explains the system test.\n\n")
        .append("Three servers in network namespaces get each input. During a case another host")
        .append(" sends a good command every 100 ms.\n\n");
    describe("this version", here, page);
    describe("before", before, page);
    cases.stream()
        .map(HostileCase::row)
        .distinct()
        .forEach(row -> table(row, cases, here, before, page));
    return page.toString();
  }

  private static void describe(String name, Results run, StringBuilder page) {
    page.append("- %s: %s; %s\n".formatted(name, run.summary(), run.conditions()));
  }

  private static void table(
      String row, List<HostileCase> cases, Results here, Results before, StringBuilder page) {
    page.append("\n## ")
        .append(Corpus.titles().getOrDefault(row, row))
        .append(" (row ")
        .append(row)
        .append(")")
        .append(
            "\n\n| case | input | expected | answer | good commands | this version | before |\n")
        .append("| --- | --- | --- | --- | --- | --- | --- |\n");
    for (HostileCase each : cases) {
      if (each.row().equals(row)) {
        Optional<Row> now = find(each, here);
        page.append(
            "| %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                    each.name(),
                    cell(each.input()),
                    cell(each.expected()),
                    now.map(it -> cell(it.answer())).orElse(""),
                    now.map(it -> cell(it.good())).orElse(""),
                    verdict(now),
                    verdict(find(each, before))));
      }
    }
  }

  private static Optional<Row> find(HostileCase each, Results run) {
    return run.rows().stream().filter(row -> row.name().equals(each.name())).findFirst();
  }

  private static String verdict(Optional<Row> row) {
    return row.map(it -> it.isGood() ? "good" : cell("**fails**: " + it.joined()))
        .orElse("not run");
  }

  /** Of paths of this machine only the last name is left. */
  private static String cell(String text) {
    String plain =
        DIRECTORIES
            .matcher(text)
            .replaceAll("")
            .replace("|", "\\|")
            .replace("<", "&lt;")
            .replace("\n", " ");
    boolean isLong = plain.length() > MAX_CELL_CHARS;
    return isLong ? plain.substring(0, MAX_CELL_CHARS - 3) + "..." : plain;
  }
}
