package dev.flotilla.raft;

import java.util.List;

/**
 * What a server knows when it starts: what its disk holds, and nothing else.
 *
 * @param termAndVote the synced term and vote
 * @param termStarts the first position of each term in the log, ascending; empty for an empty log
 * @param lastIndex the index of the last entry, 0 for an empty log
 * @param lastTimeMillis the log time of the last entry, 0 for an empty log
 * @param appliedIndex the last entry whose effects the state machine holds; at most lastIndex
 */
public record DurableState(
    TermAndVote termAndVote,
    List<LogPosition> termStarts,
    long lastIndex,
    long lastTimeMillis,
    long appliedIndex) {
  /** A server that never ran. */
  public static final DurableState EMPTY =
      new DurableState(TermAndVote.INITIAL, List.of(), 0, 0, 0);

  /** Rejects a state that no server can have been in. */
  public DurableState {
    termStarts = List.copyOf(termStarts);
    for (int i = 1; i < termStarts.size(); i++) {
      LogPosition before = termStarts.get(i - 1);
      LogPosition here = termStarts.get(i);
      if (here.index() <= before.index() || here.term() <= before.term()) {
        throw new IllegalArgumentException("terms do not ascend: " + before + ", " + here);
      }
    }
    long lastTerm = termStarts.isEmpty() ? 0 : termStarts.get(termStarts.size() - 1).term();
    if (termStarts.isEmpty() != (lastIndex == 0)
        || lastTerm > termAndVote.term()
        || lastTimeMillis < 0
        || (lastIndex == 0 && lastTimeMillis > 0)
        || appliedIndex > lastIndex
        || appliedIndex < 0) {
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
              + appliedIndex);
    }
  }
}
