package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;

/**
 * A fixed number of commands of each inserting client while others read, as a history; at its end
 * every command is read back.
 *
 * <p><b>Thread.</b> One; {@link #run} blocks until all has been read back, a minute at most.
 */
final class RecordedIteration {
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
    try (HistoryFile history = HistoryFile.begin(file)) {
      List<Loop> reading = new ArrayList<>();
      readers.forEach(client -> reading.add(reads(client, history, reads)));
      List<Loop> writing = new ArrayList<>();
      for (int i = 0; i < writers.size(); i++) {
        BenchClient writer = new RecordedClient(writers.get(i), history);
        writing.add(new ClosedLoop(writer, new Workload(), iteration.tallies().get(i)));
      }
      long began = StartingShot.fire(writing);
      StartingShot.fire(reading);
      progress.accept(0);
      iteration.await(writing, everyMillis, progress);
      long ended = System.nanoTime();
      reads.stop();
      StartingShot.await(reading, "a read has not ended within 60 s");
      readBack(history);
      return iteration.result(began, ended, 0);
    }
  }

  /** A loop that reads what any of the clients has sent, answered or not. */
  private static Loop reads(BenchClient client, HistoryFile history, Tally tally) {
    RecordedClient reader = new RecordedClient(client, history);
    SplittableRandom random = new SplittableRandom(reader.number());
    return new ClosedLoop(listener -> reader.read(history.oneOfSent(random), listener), tally);
  }

  private void readBack(HistoryFile history) throws IOException, InterruptedException {
    Queue<String> uids = new ConcurrentLinkedQueue<>(history.sent());
    List<Loop> loops = new ArrayList<>();
    for (BenchClient client : readers) {
      BenchClient reader = new RecordedClient(client, history);
      loops.add(new ClosedLoop(listener -> readBack(reader, uids, listener), untilEmpty(uids)));
    }
    StartingShot.fire(loops);
    StartingShot.await(
        loops, "the reading back of %s commands has not ended within 60 s".formatted(uids.size()));
  }

  /** Reads one of the uids; one that cannot be read is read again. */
  private static void readBack(BenchClient reader, Queue<String> uids, InsertListener listener) {
    String uid = uids.poll();
    if (uid == null) {
      listener.done();
      return;
    }
    reader.read(
        uid,
        new InsertListener() {
          @Override
          public void done() {
            listener.done();
          }

          @Override
          public void failed(String kind) {
            uids.add(uid);
            listener.failed(kind);
          }
        });
  }

  private static Tally untilEmpty(Queue<String> uids) {
    return new Tally() {
      @Override
      public boolean wantsMore() {
        return !uids.isEmpty();
      }

      @Override
      public void done(long latencyNanos) {}

      @Override
      public void failed(String kind) {}
    };
  }
}
