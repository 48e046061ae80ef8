package dev.flotilla.gateway.command;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starts processes of tests, which may take longer than those of the demonstration. */
final class ServingProcess {
  private ServingProcess() {}

  /**
   * Starts one, and waits until it serves.
   *
   * @param directory where its log goes
   */
  static ChildProcess start(String name, Path directory, List<String> arguments)
      throws IOException {
    ChildProcess child = ChildProcess.start(name, directory.resolve(name + ".log"), arguments);
    Await.until(
        () -> "%s that serves; it printed %s".formatted(name, child.lines()),
        () -> child.lines().stream().anyMatch(line -> line.startsWith("serving ")));
    return child;
  }
}
