package dev.flotilla.raft.effect;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What has been gathered for the next {@link dev.flotilla.raft.Ready}.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Effects {
  private final List<Send> sends = new ArrayList<>();
  private final List<Send> afterDurable = new ArrayList<>();
  private final List<LoadEntries> loads = new ArrayList<>();
  private final List<LoadChunk> chunks = new ArrayList<>();
  private final List<SnapshotStep> snapshotSteps = new ArrayList<>();
  private final List<ReadOutcome> reads = new ArrayList<>();
  private List<Entry> committed = List.of();
  private Optional<SnapshotMetadata> restore = Optional.empty();

  public boolean isEmpty() {
    return sends.isEmpty()
        && afterDurable.isEmpty()
        && loads.isEmpty()
        && chunks.isEmpty()
        && snapshotSteps.isEmpty()
        && restore.isEmpty()
        && reads.isEmpty()
        && committed.isEmpty();
  }

  /** For what presupposes no unsynced state of this server. */
  public void send(Send send) {
    sends.add(send);
  }

  /** For promises: a vote, an acknowledgement, a request for votes. */
  public void sendAfterDurable(Send send) {
    afterDurable.add(send);
  }

  public void load(LoadEntries load) {
    loads.add(load);
  }

  public void load(LoadChunk load) {
    chunks.add(load);
  }

  /** For the next {@link Persist}. */
  public void write(SnapshotStep step) {
    snapshotSteps.add(step);
  }

  public void restore(SnapshotMetadata snapshot) {
    restore = Optional.of(snapshot);
  }

  public void read(ReadOutcome outcome) {
    reads.add(outcome);
  }

  public void commit(List<Entry> entries) {
    if (committed.isEmpty()) {
      committed = entries;
      return;
    }
    List<Entry> all = new ArrayList<>(committed);
    all.addAll(entries);
    committed = List.copyOf(all);
  }

  /** Promises of the current term; those of an older one that never left are withdrawn. */
  public List<Send> takePromises(long currentTerm) {
    if (afterDurable.isEmpty()) {
      return List.of();
    }
    afterDurable.removeIf(send -> send.message().term() < currentTerm);
    return take(afterDurable);
  }

  public List<Send> takeSends() {
    return sends.isEmpty() ? List.of() : take(sends);
  }

  public List<LoadEntries> takeLoads() {
    return loads.isEmpty() ? List.of() : take(loads);
  }

  public List<LoadChunk> takeChunks() {
    return chunks.isEmpty() ? List.of() : take(chunks);
  }

  public List<SnapshotStep> takeSnapshotSteps() {
    return snapshotSteps.isEmpty() ? List.of() : take(snapshotSteps);
  }

  public Optional<SnapshotMetadata> takeRestore() {
    Optional<SnapshotMetadata> taken = restore;
    restore = Optional.empty();
    return taken;
  }

  public List<ReadOutcome> takeReads() {
    return reads.isEmpty() ? List.of() : take(reads);
  }

  public List<Entry> takeCommitted() {
    List<Entry> taken = committed;
    committed = List.of();
    return taken;
  }

  private static <T> List<T> take(List<T> gathered) {
    List<T> taken = List.copyOf(gathered);
    gathered.clear();
    return taken;
  }
}
