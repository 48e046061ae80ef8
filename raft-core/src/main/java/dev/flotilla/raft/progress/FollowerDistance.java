package dev.flotilla.raft.progress;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.quorum.Quorum;
import java.util.List;
import java.util.OptionalLong;

/**
 * How far a follower is behind its leader, as far as that knows.
 *
 * @param member the follower
 * @param matchIndex the last entry that it is known to have synced; 0 until it has told, or while
 *     it lacks what a snapshot holds
 * @param entriesBehind entries of the leader's log after that one
 * @param snapshotBytesLeft what it lacks still of the snapshot that it is being sent; empty while
 *     it is sent none
 * @param silentNanos for how long nothing was heard of it
 */
public record FollowerDistance(
    Member member,
    long matchIndex,
    long entriesBehind,
    OptionalLong snapshotBytesLeft,
    long silentNanos) {
  /**
   * For how long no quorum has answered a leader; 0 if it is a quorum by itself.
   *
   * @param others all of its followers, as it sees them
   */
  public static long quorumSilenceNanos(
      Configuration configuration, Member leader, List<FollowerDistance> others) {
    return -new Quorum(configuration)
        .agreed(voter -> voter.equals(leader) ? 0 : -silenceNanos(voter, others));
  }

  private static long silenceNanos(Member voter, List<FollowerDistance> others) {
    for (FollowerDistance other : others) {
      if (other.member.equals(voter)) {
        return Math.max(0, other.silentNanos);
      }
    }
    return Long.MAX_VALUE;
  }
}
