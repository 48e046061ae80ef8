package dev.flotilla.raft;

import java.util.ArrayList;
import java.util.List;

/** What has been gathered for the next {@link Ready}. */
final class Effects {
  private final List<Send> sends = new ArrayList<>();
  private final List<Send> afterDurable = new ArrayList<>();
  private final List<LoadEntries> loads = new ArrayList<>();
  private final List<ReadOutcome> reads = new ArrayList<>();
  private List<Entry> committed = List.of();

  boolean isEmpty() {
    return sends.isEmpty()
        && afterDurable.isEmpty()
        && loads.isEmpty()
        && reads.isEmpty()
        && committed.isEmpty();
  }

  /** For what presupposes no unsynced state of this server. */
  void send(Send send) {
    sends.add(send);
  }

  /** For promises: a vote, an acknowledgement, a request for votes. */
  void sendAfterDurable(Send send) {
    afterDurable.add(send);
  }

  void load(LoadEntries load) {
    loads.add(load);
  }

  void read(ReadOutcome outcome) {
    reads.add(outcome);
  }

  void commit(List<Entry> entries) {
    if (committed.isEmpty()) {
      committed = entries;
      return;
    }
    List<Entry> all = new ArrayList<>(committed);
    all.addAll(entries);
    committed = List.copyOf(all);
  }

  /** Promises of the current term; those of an older one that never left are withdrawn. */
  List<Send> takePromises(long currentTerm) {
    afterDurable.removeIf(send -> send.message().term() < currentTerm);
    return take(afterDurable);
  }

  List<Send> takeSends() {
    return take(sends);
  }

  List<LoadEntries> takeLoads() {
    return take(loads);
  }

  List<ReadOutcome> takeReads() {
    return take(reads);
  }

  List<Entry> takeCommitted() {
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
