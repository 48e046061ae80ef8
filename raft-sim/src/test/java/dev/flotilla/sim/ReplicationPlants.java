package dev.flotilla.sim;

import java.util.List;

/** Bugs about what a follower stores and what is committed. */
final class ReplicationPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "silent members do not count for the quorum",
              CORE + "Followers.java",
              "? replica.durability.durableIndex() : voter.matchIndex();",
              "|| replica.nowNanos - voter.heardNanos()"
                  + " > replica.options.electionTimeoutMinNanos()"
                  + " ? replica.durability.durableIndex() : voter.matchIndex();",
              "committed-means-safe-from-elections",
              "committed-means-acknowledged-by-a-majority",
              "leader-completeness",
              "state-machine-safety",
              "linearizable-read",
              "no-server-stops"),
          Plant.of(
              "a leader counts what it sent for what was acknowledged",
              CORE + "progress/Progress.java",
              "matchIndex = index;",
              "matchIndex = Math.max(index, nextIndex - 1);",
              "committed-means-safe-from-elections",
              "committed-means-acknowledged-by-a-majority",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops",
              "liveness"),
          Plant.of(
              "a follower commits beyond what was verified",
              CORE + "Follower.java",
              "long leaderCommit = Math.min(request.leaderCommit(), verified.index());",
              "long leaderCommit = Math.min(request.leaderCommit(), log.lastIndex());",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "a follower takes the commit index of a request that does not fit",
              CORE + "Follower.java",
              "if (!log.contains(request.previous())) {",
              "if (!log.contains(request.previous())) {"
                  + " replica.committed"
                  + ".commitUpTo(Math.min(request.leaderCommit(), log.lastIndex()), log);",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "a follower compares the position before by index alone",
              CORE + "Follower.java",
              "if (!log.contains(request.previous())) {",
              "if (request.previous().index() > log.lastIndex()) {",
              "state-machine-safety",
              "linearizable-read",
              "log-matching",
              "no-server-stops"),
          Plant.of(
              "a follower drops entries that match",
              CORE + "Follower.java",
              "if (!log.contains(position)) {",
              "if (position.index() > replica.committed.commitIndex()) {",
              "liveness",
              "only-who-lost-entries-ends",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops",
              "nothing-unforced-is-promised"),
          Plant.of(
              "a leader counts its own unsynced entries",
              CORE + "Followers.java",
              "? replica.durability.durableIndex() : voter.matchIndex();",
              "? replica.log.lastIndex() : voter.matchIndex();",
              "committed-means-safe-from-elections",
              "committed-means-durable-on-a-majority",
              "state-machine-safety",
              "committed-means-acknowledged-by-a-majority"),
          Plant.of(
              "an entry of an older term is committed by counting",
              CORE + "Leader.java",
              "if (agreed <= before || log.termAt(agreed) != replica.term)",
              "if (agreed <= before)",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops",
              "committed-means-safe-from-elections"));

  private ReplicationPlants() {}
}
