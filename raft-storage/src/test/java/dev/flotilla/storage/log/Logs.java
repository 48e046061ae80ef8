package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Small logs for tests. */
final class Logs {
  static final LogOptions SMALL = new LogOptions(2048);

  static final long KEY = 0x1234_5678_9abc_def0L;
  private static final int ALL = 1 << 20;

  private static final Member MEMBER =
      new Member(new NodeId(new UUID(1, 2)), new Incarnation(3, 4));

  private static final long TIME = 0;

  private Logs() {}

  static DurableLog open(Disk disk) throws IOException {
    return DurableLog.open(disk, KEY, SMALL, Runnable::run);
  }

  /** Entries whose content tells index and term; every tenth is a no-op. */
  static List<Entry> entries(long first, long last, long term) {
    List<Entry> entries = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      entries.add(entry(i, term));
    }
    return entries;
  }

  static Entry entry(long index, long term) {
    Payload payload =
        index % 10 == 0
            ? NoOp.INSTANCE
            : new Command(
                "uid-" + index, "put", Bytes.utf8("x".repeat((int) (index % 7)) + " in " + term));
    return new Entry(new LogPosition(index, term), 10 * index + term, payload);
  }

  static void write(DurableLog log, List<Entry> entries) throws IOException {
    log.writer().append(entries);
    log.writer().force();
  }

  /** Reads everything, by the reader's way and in small bites. */
  static List<Entry> all(DurableLog log) throws IOException {
    List<Entry> all = new ArrayList<>();
    long base = log.recovered().base().index();
    while (base + all.size() < log.lastIndex()) {
      List<Entry> bite = log.read(base + all.size() + 1, 50, ALL);
      if (bite.isEmpty()) {
        throw new AssertionError("nothing at " + (base + all.size() + 1));
      }
      all.addAll(bite);
    }
    return all;
  }

  /** A small snapshot of entries that this makes, complete and durable. */
  static SnapshotMetadata snapshot(SnapshotStore store, LogPosition last, String content)
      throws IOException {
    Configuration group = new Configuration(List.of(MEMBER));
    SnapshotWriter writer = store.begin(SnapshotStore.Kind.TAKING, group);
    writer.write(content.getBytes(StandardCharsets.UTF_8));
    return store.complete(writer, last, TIME, group, 1).orElseThrow();
  }

  /** The first part of a snapshot, which is then still arriving. */
  static void receive(DataDirectory into, int lastIndex) throws IOException {
    String content = "x".repeat(2 * 1024 * 1024);
    SnapshotStore elsewhere = SnapshotStore.open(new MemoryDisk(), 1);
    LogPosition last = new LogPosition(lastIndex, 3);
    into.snapshots()
        .receive(snapshot(elsewhere, last, content), 0)
        .write(Bytes.utf8(content).toArray(), 0, 3 * 1024 * 1024 / 2);
  }
}
