package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.report.ReportCommand;
import java.io.IOException;
import java.io.PrintStream;

/** What a benchmark writes and prints at its end. */
final class FinalReport {
  private FinalReport() {}

  /** Prints the tables and where the results are; writes the tables, and the report as HTML. */
  static void write(String markdown, OutputDirectory directory, PrintStream out)
      throws IOException {
    out.print(markdown);
    out.printf("%nResults: %s%n", directory.path());
    directory.writeReport(markdown);
    if (directory.hasResults()) {
      out.printf("Report: %s%n", ReportCommand.write(directory.path(), Presets::sections));
    }
    out.flush();
  }
}
