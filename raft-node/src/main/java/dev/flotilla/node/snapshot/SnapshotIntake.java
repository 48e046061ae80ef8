package dev.flotilla.node.snapshot;

import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.sessions.SeenUids;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import dev.flotilla.storage.snapshot.UnwritableSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the snapshot that a leader sends, piece by piece. Owner: the log thread.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SnapshotIntake {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotIntake.class);

  private final SnapshotQueues queues;
  private final LongSupplier appliedIndex;
  private final SnapshotStore store;
  private final DurableLog log;
  private final SnapshotGauges gauges;
  private final DirectoryIdentity identity;
  private final StateMachine machine;
  private final SeenUids seen;
  private @Nullable SnapshotWriter writer;

  /** What was given up, until it or another one begins. */
  private Optional<SnapshotMetadata> givenUp = Optional.empty();

  /** Of which the log has been told last that there is no room. */
  private Optional<SnapshotMetadata> lastWarning = Optional.empty();

  /**
   * Into the files of a node.
   *
   * @param appliedIndex the last entry applied
   * @param machine is asked before a file is taken
   */
  public SnapshotIntake(
      SnapshotQueues queues,
      LongSupplier appliedIndex,
      DataDirectory directory,
      SnapshotGauges gauges,
      StateMachine machine,
      SeenUids seen) {
    this.queues = queues;
    this.appliedIndex = appliedIndex;
    this.store = directory.snapshots();
    this.log = directory.log();
    this.gauges = gauges;
    this.identity = directory.identity();
    this.machine = machine;
    this.seen = seen;
  }

  /**
   * Writes a piece; with the last one the file is checked and forced, and the core told. A file for
   * which there is no room, or none for the state in it, is given up: unlike log and vote, nothing
   * was promised of it. Once it is whole the log begins after it, and there is no way back.
   */
  public void write(SnapshotStep.WriteChunk chunk) throws IOException {
    if (chunk.offset() > 0 && givenUp.equals(Optional.of(chunk.snapshot()))) {
      // It was under way meanwhile.
      return;
    }
    try {
      append(chunk);
    } catch (UnwritableSnapshot e) {
      giveUp(chunk, e);
    }
  }

  private void append(SnapshotStep.WriteChunk chunk) throws IOException {
    SnapshotMetadata snapshot = chunk.snapshot();
    if (chunk.offset() == 0) {
      close();
      givenUp = Optional.empty();
      requireLog(snapshot);
      writer = store.receive(snapshot, restoreBytes(snapshot));
    } else if (writer == null && !resume(snapshot, chunk.offset())) {
      return;
    }
    if (writer == null || writer.sizeBytes() != chunk.offset()) {
      throw new IllegalStateException("a gap before " + chunk);
    }
    writer.write(chunk.data().toArray());
    gauges.received(chunk.data().size());
    if (chunk.isLast()) {
      requireLog(snapshot);
      if (store.complete(
          writer, snapshot, restoreBytes(snapshot), content -> verify(snapshot, content))) {
        gauges.received();
        queues.areOlderLeft = true;
        queues.report(raft -> raft.snapshotReceived(snapshot));
        // If the log has got there by itself nothing is restored; then the one before goes now.
        queues.applyBell.ring();
      } else {
        queues.report(raft -> raft.snapshotRefused(snapshot));
      }
      writer = null;
    }
  }

  /**
   * What the state that is restored from a snapshot takes of the disk beside the file. A witness
   * restores nothing.
   */
  private long restoreBytes(SnapshotMetadata snapshot) {
    return !identity.isWitness() && machine instanceof RestorableStateMachine restorable
        ? restorable.restoreBytes(snapshot.sizeBytes(), snapshot.last().index())
        : 0;
  }

  /** Reads the content of a snapshot, whole, before it counts: can a state be restored from it? */
  private void verify(SnapshotMetadata snapshot, InputStream content) throws IOException {
    if (snapshot.holdsState()
        && !identity.isWitness()
        && machine instanceof RestorableStateMachine restorable) {
      ClientTable.forNode(seen).read(content);
      restorable.verify(content, snapshot.last().index());
    }
  }

  /** What is applied is what the core lets go of the log for it. */
  private void requireLog(SnapshotMetadata snapshot) throws UnwritableSnapshot {
    log.requireAnew(snapshot, appliedIndex.getAsLong());
  }

  /** Goes on where a former process stopped; if that is not intact, all of it is to come again. */
  private boolean resume(SnapshotMetadata snapshot, long bytes) throws IOException {
    try {
      requireLog(snapshot);
      writer = store.resume(snapshot, bytes, restoreBytes(snapshot));
      LOG.info("The snapshot at {} goes on arriving after {} bytes", snapshot.last(), bytes);
      return true;
    } catch (UnwritableSnapshot e) {
      throw e;
    } catch (IOException e) {
      LOG.warn(
          "What has arrived of the snapshot at {} is of no use: {}",
          snapshot.last(),
          e.getMessage());
      store.discardArrived();
      givenUp = Optional.of(snapshot);
      queues.report(raft -> raft.snapshotRefused(snapshot));
      return false;
    }
  }

  private void giveUp(SnapshotStep.WriteChunk chunk, UnwritableSnapshot reason) throws IOException {
    SnapshotMetadata snapshot = chunk.snapshot();
    long writtenBytes = writer == null ? 0 : chunk.offset() + chunk.data().size();
    if (writtenBytes > 0 || !lastWarning.equals(Optional.of(snapshot))) {
      // What does not fit is looked at every second.
      lastWarning = Optional.of(snapshot);
      LOG.warn(
          "The snapshot at {} that the leader sends is given up for now: {}",
          snapshot.last(),
          reason.getMessage());
    }
    discard();
    givenUp = Optional.of(snapshot);
    queues.report(raft -> raft.snapshotUnwritable(snapshot, writtenBytes));
  }

  /** Of one that is whole already there is nothing left to give up. */
  public void giveUp(SnapshotStep.GiveUp overtaken) throws IOException {
    LOG.info(
        "The log is beyond the snapshot at {}, which arrives no more", overtaken.snapshot().last());
    discard();
  }

  /** Gives back the room of what has arrived, in this process or a former one. */
  private void discard() throws IOException {
    if (writer == null) {
      store.discardArrived();
    } else {
      store.discard(writer);
      writer = null;
    }
  }

  /** Gives up what is under way. */
  public void abandon() {
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
