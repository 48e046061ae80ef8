package dev.flotilla.bench.harness;

import dev.flotilla.bench.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/** Waits for what a process prints when it is ready. Stateless; blocks the caller. */
public final class PrintedLine {
  private static final Duration LOOK = Duration.ofMillis(50);

  private PrintedLine() {}

  /**
   * What follows the words at the beginning of a line of its output; empty if it takes too long.
   *
   * @param when it must not end, such as "before it served"
   * @throws dev.flotilla.bench.SystemFailedException if it ends
   */
  public static Optional<String> await(
      ChildProcess process, String words, Duration limit, String when)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < limit.toNanos()) {
      boolean hasEnded = process.awaitExit(LOOK);
      for (String line : Files.readAllLines(process.log())) {
        if (line.startsWith(words) && !hasEnded) {
          return Optional.of(line.substring(words.length()));
        }
      }
      if (hasEnded) {
        throw process.diedUnexpectedly(when);
      }
    }
    return Optional.empty();
  }
}
