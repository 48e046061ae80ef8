package dev.flotilla.bdb;

import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a program that fills a directory and prints how far it is, and kills it by SIGKILL. */
final class KilledProcess {
  private static final long LIMIT_SECONDS = 4 * Await.limitSeconds();

  private KilledProcess() {}

  /** What to do while the process is at work. */
  interface Task {
    void run() throws IOException;
  }

  /**
   * Starts a program, and kills it once it has printed a number beyond one.
   *
   * @param program gets the directory and then the arguments
   * @param beforeKill is done just before
   * @return the last number that was read
   */
  static long run(
      Class<?> program, Path directory, long beyond, Task beforeKill, String... arguments)
      throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                directory.toString()));
    line.addAll(List.of(arguments));
    Path errors = directory.resolve("stderr");
    Process process = new ProcessBuilder(line).redirectError(errors.toFile()).start();
    // Nothing else ends a read from a process that stands still.
    CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    long told = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      String next = lines.readLine();
      while (next != null && told <= beyond) {
        told = Long.parseLong(next);
        next = lines.readLine();
      }
      beforeKill.run();
    } finally {
      process.destroyForcibly().waitFor();
    }
    if (told <= beyond) {
      throw new IOException(program.getSimpleName() + " ended at " + told + "; see " + errors);
    }
    return told;
  }
}
