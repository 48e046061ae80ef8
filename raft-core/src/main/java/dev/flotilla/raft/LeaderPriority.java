package dev.flotilla.raft;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.progress.Progress;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Which voter is to lead rather than this server, by {@link LeadershipOptions#priority()}: one with
 * a higher priority that has kept up with this leader for some election timeouts without a break,
 * while nobody was changing the members. As long as its disk is full, or its state machine applies
 * nothing, a server counts as one that never leads.
 *
 * <p>Outlives roles, so that the office does not go to and fro: a server that lately handed it
 * over, or tried to, or was handed it, keeps it for now.
 */
final class LeaderPriority {
  /** For so many of the longest election timeouts a voter must have kept up. */
  private static final int STEADY_TIMEOUTS = 4;

  /** For so many of the longest election timeouts after a hand-over there is no other. */
  private static final int PAUSE_TIMEOUTS = 100;

  private final Replica replica;

  /** What was reported in this office. */
  private final Map<Member, Integer> priorities = new TreeMap<>();

  /** Since when each voter that keeps up in this office has done so. */
  private final Map<Member, Long> steadySinceNanos = new TreeMap<>();

  /** When this server last handed over, or tried to, or was handed the office. */
  private OptionalLong movedNanos = OptionalLong.empty();

  /** What was committed with the last heartbeat. */
  private long committedBefore;

  LeaderPriority(Replica replica) {
    this.replica = replica;
  }

  /** A leader's office begins. */
  void officeBegins() {
    priorities.clear();
    steadySinceNanos.clear();
    committedBefore = replica.committed.commitIndex();
  }

  void heard(Member member, int priority) {
    priorities.put(member, priority);
  }

  int of(Member member) {
    return priorities.getOrDefault(member, LeadershipOptions.DEFAULT_PRIORITY);
  }

  /** This server is to hand over, or is handed the office, for whatever reason. */
  void officeMoves() {
    movedNanos = OptionalLong.of(replica.nowNanos);
  }

  /** To be asked with each heartbeat: who is to lead from now on, if not this server. */
  Optional<Member> heir(Followers followers) {
    if (!areMembersSettled()) {
      steadySinceNanos.clear();
      return Optional.empty();
    }
    followers.forEach(this::observe);
    committedBefore = replica.committed.commitIndex();
    // Whose disk is full cannot wait so long; those whose disks are, too, are no heirs.
    int pause = replica.isToHandOver() ? STEADY_TIMEOUTS : PAUSE_TIMEOUTS;
    if (movedNanos.isPresent() && !haveGone(pause, movedNanos.getAsLong())) {
      return Optional.empty();
    }
    return steadySinceNanos.entrySet().stream()
        .filter(it -> haveGone(STEADY_TIMEOUTS, it.getValue()))
        .map(Map.Entry::getKey)
        .filter(it -> of(it) > replica.priority())
        .max(Comparator.comparingInt(this::of));
  }

  private void observe(Progress follower) {
    long silence = replica.nowNanos - follower.heardNanos();
    boolean keepsUp =
        replica.configuration.mayLead(follower.member())
            && replica.isCallable(follower.member())
            && !follower.hasLostEntries()
            && priorities.containsKey(follower.member())
            && silence < replica.timeout.minSilenceNanos()
            && follower.matchIndex() >= committedBefore;
    if (keepsUp) {
      steadySinceNanos.putIfAbsent(follower.member(), replica.nowNanos);
    } else {
      steadySinceNanos.remove(follower.member());
    }
  }

  private boolean areMembersSettled() {
    long commitIndex = replica.committed.commitIndex();
    return !replica.configuration.isChanging()
        && replica.log.configurations().latestIndex() <= commitIndex
        && replica.log.termAt(commitIndex) == replica.term;
  }

  private boolean haveGone(int timeouts, long sinceNanos) {
    return replica.isPast(sinceNanos + timeouts * replica.options.electionTimeoutMaxNanos());
  }
}
