package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The results of one run, as a file holds them: a line about the run, then a line for each case.
 *
 * @param conditions of the run: version, Java, processors
 * @param rows in the order of the run
 */
record Results(String conditions, List<Row> rows) {
  private static final String COMMENT = "# ";

  Results {
    rows = List.copyOf(rows);
  }

  /** The conditions of a run on this machine. */
  static String conditionsHere(String version) {
    return "commit %s, Java %s, %s processors, %s %s"
        .formatted(
            version,
            Runtime.version(),
            ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version"));
  }

  /** Begins a file. */
  static void begin(Path file, String conditions) throws IOException {
    Files.writeString(file, COMMENT + conditions + "\n");
  }

  /** Appends a line to a file. */
  static void append(Path file, Row row) throws IOException {
    Files.writeString(file, row.line() + "\n", StandardOpenOption.APPEND);
  }

  /** Reads a file. */
  static Results read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(0).startsWith(COMMENT)) {
      throw new IOException(file + " is not a file of results: it does not begin with '# '");
    }
    List<Row> rows = lines.stream().skip(1).map(Row::parse).toList();
    return new Results(lines.get(0).substring(COMMENT.length()), rows);
  }

  /** How many cases were good, of how many. */
  String summary() {
    return "RUN " + rows.stream().filter(Row::isGood).count() + "/" + rows.size();
  }
}
