package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member that answers its leader gets on: none lacks committed entries for many election timeouts
 * while it answers, without a step ahead. Looked at by the clock of the leader.
 */
final class StuckMembers {
  /** Longer than any fault that lets a member answer and keeps it from taking entries. */
  private static final int MAX_TIMEOUTS = 80;

  /** How a member stands with the leader of a term, and since when. */
  private record Standing(long term, long matchIndex, long sinceNanos) {}

  private final long timeoutNanos;
  private final Map<Member, Standing> standings = new HashMap<>();
  private @Nullable Member looked;
  private long lookedNanos;

  StuckMembers(long electionTimeoutMinNanos) {
    timeoutNanos = electionTimeoutMinNanos;
  }

  void look(SimulatedServer leader, NodeStatus status) {
    long nowNanos = leader.clockNanos();
    if (!leader.member().equals(looked) || nowNanos - lookedNanos > timeoutNanos) {
      // What the leader reports of its followers may be as old as the pause.
      standings.clear();
    }
    looked = leader.member();
    lookedNanos = nowNanos;
    Set<Member> stuck = new HashSet<>();
    for (FollowerDistance follower : leader.node().orElseThrow().followers()) {
      boolean isMember = status.configuration().isMember(follower.member());
      if (isMember
          && follower.matchIndex() < status.commitIndex()
          && follower.silentNanos() < timeoutNanos
          && follower.snapshotBytesLeft().isEmpty()) {
        stuck.add(follower.member());
        look(leader, status, follower);
      }
    }
    standings.keySet().retainAll(stuck);
  }

  private void look(SimulatedServer leader, NodeStatus status, FollowerDistance follower) {
    long nowNanos = leader.clockNanos();
    Standing before = standings.get(follower.member());
    if (before == null
        || before.term() != status.term()
        || before.matchIndex() != follower.matchIndex()) {
      standings.put(
          follower.member(), new Standing(status.term(), follower.matchIndex(), nowNanos));
    } else if (nowNanos - before.sinceNanos() > MAX_TIMEOUTS * timeoutNanos) {
      throw new Violation(
          "a-member-that-answers-gets-on",
          "%s answers server %s, and has been at entry %s of %s for %s timeouts"
              .formatted(
                  follower.member(),
                  leader.number,
                  follower.matchIndex(),
                  status.commitIndex(),
                  MAX_TIMEOUTS));
    }
  }
}
