package dev.flotilla.bdb;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A process that fills a journal batch by batch, prints how far it is, and waits to be killed. */
final class JournalProcess {
  static final int BATCH = 7;
  static final int CHECKPOINT_COMMANDS = 100;

  private JournalProcess() {}

  /** Arguments: the directory. */
  public static void main(String[] arguments) throws IOException {
    Journal journal =
        new Journal(JournalSettings.DEFAULT.withCheckpointEvery(CHECKPOINT_COMMANDS, 1 << 20));
    long last = journal.initialize(Path.of(arguments[0]));
    while (true) {
      journal.apply(Samples.range(last + 1, last + BATCH));
      last += BATCH;
      System.out.println(last);
    }
  }

  /** What to do while the process is at work. */
  interface Task {
    void run() throws IOException;
  }

  /** Starts one, and kills it once it has gone beyond an index; returns the last it told of. */
  static long runAndKill(Path directory, long beyond) throws IOException, InterruptedException {
    return runAndKill(directory, beyond, () -> {});
  }

  /** The same, with something done just before the kill. */
  static long runAndKill(Path directory, long beyond, Task beforeKill)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    JournalProcess.class.getName(),
                    directory.toString()))
            .redirectError(directory.resolve("stderr").toFile())
            .start();
    long told = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      String line = lines.readLine();
      while (line != null && told <= beyond) {
        told = Long.parseLong(line);
        line = lines.readLine();
      }
      beforeKill.run();
    } finally {
      process.destroyForcibly().waitFor();
    }
    File errors = directory.resolve("stderr").toFile();
    if (told <= beyond) {
      throw new IOException("the journal process ended at " + told + "; see " + errors);
    }
    return told;
  }
}
