package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A disk that knows what is synced, and loses the rest in a crash. */
final class MemoryDisk {
  private static final long CHECKSUM_OF_NOTHING = 0xe3b0_c442_98fc_1c14L;

  private record Snapshot(SnapshotMetadata metadata, Bytes content) {}

  private final Deque<Persist> unsynced = new ArrayDeque<>();
  private final LogImage synced = new LogImage();
  private final LogImage written = new LogImage();
  private TermAndVote syncedVote = TermAndVote.INITIAL;
  private Optional<Snapshot> snapshot = Optional.empty();
  private byte[] arriving = new byte[0];
  private boolean isMarkedWitness;

  void write(Persist persist) {
    unsynced.add(persist);
    written.store(persist);
  }

  boolean hasUnsynced() {
    return !unsynced.isEmpty();
  }

  /** Forces the oldest persist. */
  Persist sync() {
    Persist oldest = unsynced.remove();
    oldest.termAndVote().ifPresent(vote -> syncedVote = vote);
    oldest.snapshotSteps().forEach(this::receive);
    synced.store(oldest);
    return oldest;
  }

  private void receive(SnapshotStep step) {
    isMarkedWitness |= step instanceof SnapshotStep.MarkWitness;
    if (step instanceof SnapshotStep.GiveUp) {
      arriving = new byte[0];
    }
    if (!(step instanceof SnapshotStep.WriteChunk chunk)) {
      return;
    }
    if (chunk.offset() == 0) {
      arriving = new byte[0];
    }
    if (chunk.offset() != arriving.length) {
      throw new AssertionError("a gap before " + chunk + " at " + arriving.length);
    }
    byte[] data = chunk.data().toArray();
    int end = arriving.length;
    arriving = Arrays.copyOf(arriving, end + data.length);
    System.arraycopy(data, 0, arriving, end, data.length);
    if (chunk.isLast()) {
      completed(new Snapshot(chunk.snapshot(), Bytes.copyOf(arriving)));
    }
  }

  private void completed(Snapshot whole) {
    if (whole.metadata().checksum() != checksum(whole.content())) {
      throw new AssertionError("two files are mixed in " + whole.metadata());
    }
    if (newestIndex() < whole.metadata().last().index()) {
      snapshot = Optional.of(whole);
    }
  }

  /** The snapshot that this persist completes, if it does. */
  static Optional<SnapshotMetadata> completedBy(Persist persist) {
    return persist.snapshotSteps().stream()
        .filter(step -> step instanceof SnapshotStep.WriteChunk chunk && chunk.isLast())
        .map(step -> ((SnapshotStep.WriteChunk) step).snapshot())
        .findFirst();
  }

  /** Makes a durable snapshot of this server's own. */
  SnapshotMetadata take(
      LogPosition last, long timeMillis, Configuration configuration, Bytes content) {
    SnapshotMetadata metadata =
        new SnapshotMetadata(last, timeMillis, configuration, 1, content.size(), checksum(content));
    completed(new Snapshot(metadata, content));
    return metadata;
  }

  private static long checksum(Bytes content) {
    return content.size() == 0 ? CHECKSUM_OF_NOTHING : content.hashCode();
  }

  Optional<SnapshotMetadata> snapshot() {
    return snapshot.map(Snapshot::metadata);
  }

  private long newestIndex() {
    return snapshot.map(it -> it.metadata().last().index()).orElse(0L);
  }

  /** Makes it hold this, synced. */
  void format(TermAndVote vote, List<Entry> log) {
    syncedVote = vote;
    snapshot = Optional.empty();
    synced.replaceBy(log);
    crash();
  }

  void crash() {
    unsynced.clear();
    arriving = new byte[0];
    snapshot.ifPresent(it -> synced.recover(it.metadata()));
    written.copy(synced);
  }

  TermAndVote syncedVote() {
    return syncedVote;
  }

  LogImage syncedLog() {
    return synced;
  }

  boolean isMarkedWitness() {
    return isMarkedWitness;
  }

  /** The log as it will be when all is synced. */
  LogImage writtenLog() {
    return written;
  }

  /** The state after a crash, for a machine that says how far it is or is restored. */
  DurableState state(long appliedIndex) {
    return new DurableState(
        syncedVote,
        synced.termStarts(),
        synced.lastIndex(),
        synced.lastTimeMillis(),
        Math.max(appliedIndex, newestIndex()),
        synced.base(),
        snapshot(),
        synced.configurations(),
        isMarkedWitness);
  }

  List<Entry> read(LoadEntries load) {
    return synced.read(load);
  }

  /** A piece of the snapshot, or nothing if it was replaced. */
  Bytes read(LoadChunk load) {
    return snapshot
        .filter(it -> it.metadata().equals(load.snapshot()))
        .map(it -> piece(it.content(), load))
        .orElse(Bytes.EMPTY);
  }

  private static Bytes piece(Bytes content, LoadChunk load) {
    int from = (int) load.offset();
    int to = Math.min(content.size(), from + load.maxBytes());
    return Bytes.copyOf(Arrays.copyOfRange(content.toArray(), from, to));
  }
}
