package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.storage.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentReadTest {
  private static final int BATCHES = 1500;
  private static final int BATCH_ENTRIES = 20;
  private static final int READERS = 2;

  @TempDir Path directory;

  private final AtomicBoolean done = new AtomicBoolean();

  @Test
  void readersSeeWholeEntriesOfOneMomentWhileTheLogIsWrittenAndSuperseded()
      throws IOException, ExecutionException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
    FileDisk disk = new FileDisk(directory);
    LogOptions options = new LogOptions(64 * 1024);
    try (DurableLog log = DurableLog.open(disk, 1, options, threads)) {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        int seed = i;
        readers.add(threads.submit(() -> readAtRandom(log, seed)));
      }
      appendAll(log);
      done.set(true);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    } finally {
      done.set(true);
      threads.shutdown();
    }
  }

  /** Ascending terms; every tenth batch supersedes half of the one before it. */
  private static void appendAll(DurableLog log) throws IOException {
    for (int batch = 1; batch <= BATCHES; batch++) {
      boolean supersedes = batch % 10 == 0;
      long first = log.lastIndex() + 1 - (supersedes ? BATCH_ENTRIES / 2 : 0);
      log.writer().append(Logs.entries(first, first + BATCH_ENTRIES - 1, 1 + batch / 10));
      if (batch % 20 == 0) {
        log.writer().force();
      }
    }
  }

  private int readAtRandom(DurableLog log, int seed) throws IOException {
    Random random = new Random(seed);
    int count = 0;
    while (!done.get() || count == 0) {
      long last = log.lastIndex();
      if (last > 0) {
        long first = 1 + (random.nextBoolean() ? random.nextLong(last) : Math.max(0, last - 20));
        count += check(log.read(first, 100, 1 << 20), first);
      }
    }
    return count;
  }

  private static int check(List<Entry> entries, long first) {
    long index = first;
    long term = 1;
    for (Entry entry : entries) {
      assertThat(entry).isEqualTo(Logs.entry(index, entry.term()));
      assertThat(entry.term()).isGreaterThanOrEqualTo(term);
      index++;
      term = entry.term();
    }
    return entries.size();
  }
}
