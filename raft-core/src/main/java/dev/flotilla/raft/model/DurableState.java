package dev.flotilla.raft.model;

import java.util.List;
import java.util.Optional;

/**
 * What a server knows when it starts: what its disk holds, and nothing else.
 *
 * @param termAndVote the synced term and vote
 * @param termStarts the first position of each term that begins after the base, ascending
 * @param lastIndex the index of the last entry, that of the base for an empty log
 * @param lastTimeMillis the log time of the last entry, or of the snapshot at the end of an empty
 *     log; 0 if there is neither
 * @param appliedIndex the last entry whose effects the state machine holds; at most lastIndex, and
 *     at least the snapshot's last entry
 * @param base the position before the log's first entry: what it held up to there is gone
 * @param snapshot the newest verified snapshot, which reaches at least to the base and at most to
 *     the last entry
 * @param configurations those among the log's entries, ascending
 * @param isMarkedWitness whether {@link dev.flotilla.raft.effect.SnapshotStep.MarkWitness} was ever
 *     carried out here
 */
public record DurableState(
    TermAndVote termAndVote,
    List<LogPosition> termStarts,
    long lastIndex,
    long lastTimeMillis,
    long appliedIndex,
    LogPosition base,
    Optional<SnapshotMetadata> snapshot,
    List<LoggedConfiguration> configurations,
    boolean isMarkedWitness) {
  /** A server that never ran. */
  public static final DurableState EMPTY =
      new DurableState(TermAndVote.INITIAL, List.of(), 0, 0, 0);

  /** Rejects a state that no server can have been in. */
  public DurableState {
    termStarts = List.copyOf(termStarts);
    configurations = List.copyOf(configurations);
    LogPosition before = base;
    for (LogPosition here : termStarts) {
      if (here.index() <= before.index() || here.term() <= before.term()) {
        throw new IllegalArgumentException("terms do not ascend: " + before + ", " + here);
      }
      before = here;
    }
    long snapshotIndex = snapshot.map(it -> it.last().index()).orElse(0L);
    if (before.index() > lastIndex
        || (before.index() == 0 && lastIndex > 0)
        || before.term() > termAndVote.term()
        || lastTimeMillis < 0
        || (lastIndex == 0 && lastTimeMillis > 0)
        || appliedIndex > lastIndex
        || appliedIndex < snapshotIndex
        || base.index() > snapshotIndex) {
      throw new IllegalArgumentException(
          "inconsistent durable state: "
              + termAndVote
              + ", terms "
              + termStarts
              + ", last index "
              + lastIndex
              + ", log time "
              + lastTimeMillis
              + ", applied "
              + appliedIndex
              + ", base "
              + base
              + ", snapshot "
              + snapshot);
    }
    requireInLog(configurations, base.index(), lastIndex);
  }

  /** A server that never had a snapshot, and whose log holds no configuration. */
  public DurableState(
      TermAndVote termAndVote,
      List<LogPosition> termStarts,
      long lastIndex,
      long lastTimeMillis,
      long appliedIndex) {
    this(
        termAndVote,
        termStarts,
        lastIndex,
        lastTimeMillis,
        appliedIndex,
        LogPosition.ORIGIN,
        Optional.empty(),
        List.of(),
        false);
  }

  private static void requireInLog(
      List<LoggedConfiguration> configurations, long baseIndex, long lastIndex) {
    long before = baseIndex;
    for (LoggedConfiguration logged : configurations) {
      if (logged.index() <= before || logged.index() > lastIndex) {
        throw new IllegalArgumentException(
            "a configuration at " + logged.index() + " after " + before + ", of " + lastIndex);
      }
      before = logged.index();
    }
  }
}
