package dev.flotilla.node.snapshot;

import dev.flotilla.raft.model.SnapshotMetadata;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a snapshot that arrives is to be good for. Called on the log thread.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
@FunctionalInterface
public interface SnapshotUse {
  /**
   * What the state that is restored from a snapshot takes of the disk beside the file; asked
   * whenever it is to be known whether both fit.
   */
  long restoreBytes(SnapshotMetadata snapshot);

  /**
   * Reads the content of a snapshot, whole, before it counts.
   *
   * @throws IOException if no state can be restored from it
   */
  default void verify(SnapshotMetadata snapshot, InputStream content) throws IOException {}
}
