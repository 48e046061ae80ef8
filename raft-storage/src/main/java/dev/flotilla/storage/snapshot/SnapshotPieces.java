package dev.flotilla.storage.snapshot;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import java.io.Closeable;
import java.io.IOException;

/**
 * One snapshot that is read in pieces, each checked. One thread at a time; blocks on the disk. Its
 * room on the disk is free only when it is closed.
 */
public final class SnapshotPieces implements Closeable {
  private final SnapshotReader reader;

  SnapshotPieces(SnapshotReader reader) {
    this.reader = reader;
  }

  /** Which snapshot it is. */
  public SnapshotMetadata metadata() {
    return reader.metadata();
  }

  /**
   * Reads a piece.
   *
   * @param offset before the end, in bytes
   * @return at least one byte, at most so many
   * @throws DamagedLog if it is not intact
   */
  public Bytes read(long offset, int maxBytes) throws IOException {
    return reader.read(offset, maxBytes);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
