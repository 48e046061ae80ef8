package dev.flotilla.sim;

import java.util.List;

/** Bugs about whoever counts on not being voted out of office (thesis §4.2.3, §6.4.1). */
final class LeasePlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "a lease holds after another was told to lead",
              CORE + "Leader.java",
              "&& !transfer.hasEverTold() && lease.isPresent()",
              "&& lease.isPresent()",
              "linearizable-read"),
          Plant.of(
              "a lease runs from when its answers came",
              CORE + "Leader.java",
              "&& lease .get() .holds(followers.answeredSequence(), replica.lastSequence,"
                  + " replica.nowNanos);",
              "&& replica.options.leadership().leaseDriftPerMille().isPresent()"
                  + " && followers.quorumSilenceNanos()"
                  + " < (replica.options.electionTimeoutMinNanos() * 1000"
                  + " / (1000 + replica.options.leadership()"
                  + ".leaseDriftPerMille().getAsInt()));",
              "linearizable-read"),
          Plant.of(
              "a server that begins anew votes at once",
              CORE + "quorum/Stickiness.java",
              "(mayHaveAnswered ? atLeastALease(timeout.maxNanos()) : 0)",
              "0",
              "no-vote-while-a-leader-counts-on-it",
              "linearizable-read"),
          Plant.of(
                  "votes are given while a leader is heard",
                  CORE + "Inbox.java",
                  "replica.role.hearsLeader() && !request.transfer();",
                  "false;",
                  "no-vote-while-a-leader-counts-on-it",
                  "linearizable-read")
              .and(CORE + "Inbox.java", "if (replica.role.hearsLeader()) {", "if (false) {"));

  private LeasePlants() {}
}
