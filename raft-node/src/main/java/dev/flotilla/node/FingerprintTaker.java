package dev.flotilla.node;

import dev.flotilla.node.sessions.ClientTable;
import dev.flotilla.node.statemachine.Fingerprint;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Notes the fingerprint of the state at indexes that all members come to: before the first entry of
 * each half minute of log time, which the leader stamps on its entries, and where the log rests.
 *
 * <p>Of the apply thread. Keeps the last {@value #MAX_KEPT}. A witness has no state, and takes
 * none.
 */
final class FingerprintTaker {
  static final int MAX_KEPT = 8;

  /** From one fingerprint to the next under load, in log time. */
  static final long INTERVAL_MILLIS = 30_000;

  /** Nothing was applied for so long: the other members stand at the same entry. */
  static final long REST_NANOS = 2_000_000_000;

  private final NodeQueues queues;
  private final StateMachine machine;

  /** The last entry after which the state was noted, or could not be. */
  long takenIndex;

  /** The log time from which on an entry begins a new interval; 0 before the first one. */
  long nextIntervalMillis;

  FingerprintTaker(NodeQueues queues, StateMachine machine) {
    this.queues = queues;
    this.machine = machine;
  }

  /** Whether the state is to be noted before this entry, which begins an interval. */
  boolean isDueBefore(Entry entry) {
    boolean isFirst = nextIntervalMillis == 0;
    nextIntervalMillis = (entry.timeMillis() / INTERVAL_MILLIS + 1) * INTERVAL_MILLIS;
    return !isFirst;
  }

  /** Notes the state, which has applied all up to an entry and nothing after it. */
  void take(ClientTable clients, long index) {
    takenIndex = index;
    OptionalLong results = clients.resultsFingerprint();
    if (results.isEmpty() || index == 0 || queues.snapshots.isWitness) {
      return;
    }
    List<Fingerprint> kept = new ArrayList<>(queues.fingerprints);
    kept.removeIf(it -> it.index() >= index);
    kept.add(new Fingerprint(index, results.getAsLong(), machine.fingerprint()));
    queues.fingerprints =
        List.copyOf(kept.subList(Math.max(0, kept.size() - MAX_KEPT), kept.size()));
  }
}
