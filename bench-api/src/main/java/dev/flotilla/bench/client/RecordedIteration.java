package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * A fixed number of commands of each inserting client while others read, as a history; at its end
 * every command is read back.
 *
 * <p><b>Thread.</b> One; {@link #run} blocks until all has been read back, a minute at most.
 */
final class RecordedIteration {
  private static final long MAX_READ_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final List<BenchClient> writers;
  private final List<BenchClient> readers;
  private final int commands;

  /**
   * An iteration.
   *
   * @param writers clients that insert
   * @param readers clients that read, at least one
   * @param commands of each writer
   */
  RecordedIteration(List<BenchClient> writers, List<BenchClient> readers, int commands) {
    if (writers.isEmpty() || readers.isEmpty()) {
      throw new IllegalArgumentException(
          "%s clients insert and %s read; connect at least one of each"
              .formatted(writers.size(), readers.size()));
    }
    this.writers = List.copyOf(writers);
    this.readers = List.copyOf(readers);
    this.commands = commands;
  }

  /**
   * Records the history.
   *
   * @param file replaced if it is there
   * @param everyMillis how often to report
   * @param progress told how many commands are acknowledged
   * @return what the writers did
   * @throws IOException if a command cannot be read back
   */
  IterationResult run(Path file, long everyMillis, LongConsumer progress)
      throws IOException, InterruptedException {
    Iteration iteration = new Iteration(writers.size(), commands);
    SteadyLoad reads = new SteadyLoad();
    try (RecordedClients recorded = RecordedClients.begin(file)) {
      List<Loop> reading = new ArrayList<>();
      readers.forEach(client -> reading.add(recorded.reads(client, reads)));
      List<Loop> writing = new ArrayList<>();
      for (int i = 0; i < writers.size(); i++) {
        FixedTally tally = iteration.tallies().get(i);
        writing.add(recorded.inserts(writers.get(i), new Workload(), tally));
      }
      long began = StartingShot.fire(writing);
      StartingShot.fire(reading);
      progress.accept(0);
      iteration.await(writing, everyMillis, progress);
      long ended = System.nanoTime();
      reads.stop();
      await(reading, "a read");
      readBack(recorded);
      return iteration.result(began, ended, 0);
    }
  }

  private void readBack(RecordedClients recorded) throws IOException, InterruptedException {
    Queue<String> uids = recorded.sent();
    List<Loop> loops = new ArrayList<>();
    readers.forEach(client -> loops.add(recorded.readsBack(client, uids)));
    StartingShot.fire(loops);
    await(loops, "the reading back of %s commands".formatted(uids.size()));
  }

  private static void await(List<Loop> loops, String what)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + MAX_READ_NANOS;
    for (Loop loop : loops) {
      if (!loop.awaitEnd(deadline - System.nanoTime())) {
        throw new IOException(what + " has not ended within 60 s");
      }
    }
  }
}
