package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.disk.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Measures append and force beside bare writes of as many bytes, and recovery, on a real disk. Run
 * by hand with an empty directory.
 */
final class LogSpeed {
  private static final int PARAMETER_BYTES = 100;
  private static final int RECORD_BYTES = 192;
  private static final int BARE_WRITES = 2_000;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MAX_NANOS = 3_000_000_000L;

  private LogSpeed() {}

  public static void main(String[] arguments) throws IOException {
    ExecutorService background = Executors.newSingleThreadExecutor();
    for (int size : new int[] {1, 10, 100, 1000, 1, 10, 100, 1000}) {
      Path directory = Path.of(arguments[0], "batch-" + size + "-" + System.nanoTime());
      FileDisk disk = new FileDisk(directory);
      disk.lock("lock").close();
      writeBare(disk, size);
      try (DurableLog log = DurableLog.open(disk, 1, LogOptions.DEFAULT, background)) {
        write(log, size);
      }
      long start = System.nanoTime();
      try (DurableLog log = DurableLog.open(disk, 1, LogOptions.DEFAULT, background)) {
        System.out.printf(
            "  recovered %,d entries in %d ms%n",
            log.lastIndex(), (System.nanoTime() - start) / (1000 * NANOS_PER_MICRO));
      }
    }
    background.shutdown();
  }

  private static void writeBare(FileDisk disk, int size) throws IOException {
    int length = size * RECORD_BYTES;
    int places = LogOptions.DEFAULT.segmentBytes() / length;
    long[] nanos = new long[BARE_WRITES];
    try (DiskFile file = new SegmentFiles(disk, 0).createBlank(99, places * length)) {
      for (int i = 0; i < BARE_WRITES; i++) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(length);
        long start = System.nanoTime();
        file.write(bytes, (long) (i % places) * length);
        file.force();
        nanos[i] = System.nanoTime() - start;
      }
    }
    disk.delete(SegmentFiles.name(99));
    report("bare", size, nanos);
  }

  private static void write(DurableLog log, int size) throws IOException {
    long[] nanos = new long[200_000];
    int count = 0;
    long index = 1;
    long begin = System.nanoTime();
    while (count < nanos.length && System.nanoTime() - begin < MAX_NANOS) {
      List<Entry> batch = batch(index, size);
      long start = System.nanoTime();
      log.writer().append(batch);
      log.writer().force();
      nanos[count] = System.nanoTime() - start;
      count++;
      index += size;
    }
    report("log", size, Arrays.copyOf(nanos, count));
  }

  private static List<Entry> batch(long first, int size) {
    List<Entry> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String uid = "0a1b2c3d-0000-0000-0000-" + (100_000_000_000L + first + i);
      Bytes parameters = Bytes.wrap(new byte[PARAMETER_BYTES]);
      batch.add(new Entry(new LogPosition(first + i, 1), new Command(uid, "put", parameters)));
    }
    return batch;
  }

  private static void report(String what, int size, long[] nanos) {
    long sum = Arrays.stream(nanos).sum();
    Arrays.sort(nanos);
    System.out.printf(
        "%-4s batch of %d: %,d entries/s, %,d batches/s; us per batch: p50 %d, p99 %d, p99.9 %d, max %d%n",
        what,
        size,
        (long) (nanos.length * (double) size / sum * 1e9),
        (long) (nanos.length / (double) sum * 1e9),
        nanos[nanos.length / 2] / NANOS_PER_MICRO,
        nanos[nanos.length * 99 / 100] / NANOS_PER_MICRO,
        nanos[(int) (nanos.length * 999L / 1000)] / NANOS_PER_MICRO,
        nanos[nanos.length - 1] / NANOS_PER_MICRO);
  }
}
