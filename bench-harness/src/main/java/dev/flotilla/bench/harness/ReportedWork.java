package dev.flotilla.bench.harness;

import java.io.IOException;

/** Work with a report, which is written also if the work fails. */
final class ReportedWork {
  private ReportedWork() {}

  /** What is done, and may fail. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** What is written then. */
  @FunctionalInterface
  interface Report {
    void write() throws IOException;
  }

  /**
   * Does the work and writes the report. If both fail, as on a full disk, the failure of the work
   * is thrown, because it comes first.
   */
  static void run(Work work, Report report) throws IOException, InterruptedException {
    try {
      work.run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      try {
        report.write();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    report.write();
  }
}
