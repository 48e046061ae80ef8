package dev.flotilla.node.snapshot;

import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.UidHash;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.log.DataDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * The state machine and the client table as far as a snapshot that arrives has to do with them.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public record RestoredState(DirectoryIdentity identity, StateMachine machine, UidHash uidHash)
    implements SnapshotUse {
  /** What writes the snapshots that such a state is restored from. */
  public static SnapshotIntake intake(
      SnapshotQueues queues,
      LongSupplier appliedIndex,
      DataDirectory directory,
      SnapshotGauges gauges,
      StateMachine machine,
      UidHash uidHash) {
    return new SnapshotIntake(
        queues,
        appliedIndex,
        directory,
        gauges,
        new RestoredState(directory.identity(), machine, uidHash));
  }

  /** A witness restores nothing. */
  @Override
  public long restoreBytes(SnapshotMetadata snapshot) {
    return !identity.isWitness() && machine instanceof RestorableStateMachine restorable
        ? restorable.restoreBytes(snapshot.sizeBytes(), snapshot.last().index())
        : 0;
  }

  @Override
  public void verify(SnapshotMetadata snapshot, InputStream content) throws IOException {
    if (snapshot.holdsState()
        && !identity.isWitness()
        && machine instanceof RestorableStateMachine restorable) {
      ClientTable.forNode(uidHash).read(content);
      restorable.verify(content, snapshot.last().index());
    }
  }
}
