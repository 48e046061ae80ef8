package dev.flotilla.bdb;

import java.io.IOException;
import java.nio.file.Path;

/** A process that fills a journal batch by batch, prints how far it is, and waits to be killed. */
final class JournalProcess {
  static final int BATCH = 7;
  static final int CHECKPOINT_COMMANDS = 100;

  private JournalProcess() {}

  /** Arguments: the directory. */
  public static void main(String[] arguments) throws IOException {
    Journal journal =
        new Journal(BdbSettings.DEFAULT.withCheckpointEvery(CHECKPOINT_COMMANDS, 1 << 20));
    long last = journal.initialize(Path.of(arguments[0]));
    while (true) {
      journal.apply(Samples.range(last + 1, last + BATCH));
      last += BATCH;
      System.out.println(last);
    }
  }

  /** Starts one, and kills it once it has gone beyond an index; returns the last it told of. */
  static long runAndKill(Path directory, long beyond) throws IOException, InterruptedException {
    return runAndKill(directory, beyond, () -> {});
  }

  /** The same, with something done just before the kill. */
  static long runAndKill(Path directory, long beyond, KilledProcess.Task beforeKill)
      throws IOException, InterruptedException {
    return KilledProcess.run(JournalProcess.class, directory, beyond, beforeKill);
  }
}
