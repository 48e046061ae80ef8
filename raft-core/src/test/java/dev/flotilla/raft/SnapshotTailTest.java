package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a snapshot leaves of the log. */
final class SnapshotTailTest {
  /** What {@code RecentEntries} counts by. */
  private static final int STRIDE = 256 * 1024;

  private static final Bytes LARGE = Bytes.wrap(new byte[STRIDE]);

  @Test
  void aSnapshotLeavesTheLogWithTheNewestBytesOnly() {
    RaftOptions options =
        RaftOptions.DEFAULT.withCompaction(CompactionOptions.DEFAULT.withKept(100, 5L * STRIDE));
    Replica replica =
        new Replica(
            Members.member(1),
            Members.group(1),
            DurableState.EMPTY,
            ProtocolVersions.NONE_BUT_FIRST,
            options,
            new Random(1),
            0);
    Snapshots snapshots = new Snapshots(replica, Optional.empty());
    for (int index = 1; index <= 60; index++) {
      replica.append(entry(index, LARGE));
    }
    replica.committed.commitUpTo(50, replica.log);

    snapshots.taken(snapshot(50));

    assertThat(replica.log.base().index()).isEqualTo(45);
  }

  private static Entry entry(long index, Bytes data) {
    return new Entry(new LogPosition(index, 1), new Command("u" + index, "put", data));
  }

  private static SnapshotMetadata snapshot(long index) {
    return new SnapshotMetadata(new LogPosition(index, 1), 0, Members.group(1), 1, 10, 7);
  }
}
