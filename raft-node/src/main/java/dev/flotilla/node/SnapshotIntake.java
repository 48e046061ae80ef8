package dev.flotilla.node;

import dev.flotilla.node.log.SnapshotStore;
import dev.flotilla.node.log.SnapshotWriter;
import dev.flotilla.raft.SnapshotMetadata;
import dev.flotilla.raft.SnapshotStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes the snapshot that a leader sends, piece by piece. Owner: the log thread. */
final class SnapshotIntake {
  private final NodeQueues queues;
  private final SnapshotStore store;
  private @Nullable SnapshotWriter writer;

  SnapshotIntake(NodeQueues queues, SnapshotStore store) {
    this.queues = queues;
    this.store = store;
  }

  /** Writes a piece; with the last one the file is checked and forced, and the core told. */
  void write(SnapshotStep.WriteChunk chunk) throws IOException {
    SnapshotMetadata snapshot = chunk.snapshot();
    if (chunk.offset() == 0) {
      close();
      writer = store.begin(SnapshotStore.Kind.ARRIVING, snapshot.configuration());
    }
    if (writer == null || writer.sizeBytes() != chunk.offset()) {
      throw new IllegalStateException("a gap before " + chunk);
    }
    writer.write(chunk.data().toArray());
    if (chunk.isLast()) {
      if (store.complete(writer, snapshot)) {
        queues.report(raft -> raft.snapshotReceived(snapshot));
      } else {
        queues.report(raft -> raft.snapshotRefused(snapshot));
      }
      writer = null;
    }
  }

  /** Gives up what is under way. */
  void abandon() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() throws IOException {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}
