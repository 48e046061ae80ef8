package dev.flotilla.bench.harness;

import java.io.IOException;

/** Tells a terminal from a file or a pipe, which {@code System.console()} no longer does. */
final class Terminal {
  private Terminal() {}

  /** Whether standard error is a terminal; false where the system has no {@code test}. */
  static boolean hasStandardError() throws InterruptedException {
    try {
      ProcessBuilder test = new ProcessBuilder("test", "-t", "2");
      return test.redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }
}
