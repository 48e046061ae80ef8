package dev.flotilla.node;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** Counts elections. Written by the group thread, read by any. */
final class ElectionCounts {
  private volatile ElectionMetrics counted = new ElectionMetrics(0, 0, 0);

  // Of the group thread.
  private long campaignTerm;
  private long wonTerm;
  private Optional<Member> leader = Optional.empty();

  /** Takes each status that differs from the one before. */
  void see(RaftStatus now) {
    long started = counted.started();
    long won = counted.won();
    long changes = counted.leaderChanges();
    if (now.role() != Role.FOLLOWER && now.role() != Role.PRE_CANDIDATE) {
      if (now.term() != campaignTerm) {
        campaignTerm = now.term();
        started++;
      }
      if (now.role() == Role.LEADER && now.term() != wonTerm) {
        wonTerm = now.term();
        won++;
      }
    }
    if (now.leader().isPresent() && !now.leader().equals(leader)) {
      leader = now.leader();
      changes++;
    }
    counted = new ElectionMetrics(started, won, changes);
  }

  ElectionMetrics read() {
    return counted;
  }
}
