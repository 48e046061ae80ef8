package dev.flotilla.sim;

import java.util.List;

/**
 * Bugs that no seed among the first hundreds has shown yet: gaps of the simulator, said openly. One
 * that is noticed reliably moves to its list in {@link Plants}.
 */
final class UnnoticedPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "a late completion of an overwritten entry counts",
              CORE + "Durability.java",
              "persist.provesUpTo = Math.min(persist.provesUpTo, index - 1);",
              "",
              "nothing-unforced-is-promised",
              "committed-means-durable-on-a-majority",
              "executed-means-durable",
              "liveness"),
          Plant.of(
              "a leader counts its own unsynced entries",
              CORE + "Leader.java",
              "? replica.durability().durableIndex() : followers.get(voter).matchIndex();",
              "? replica.log().lastIndex() : followers.get(voter).matchIndex();",
              "committed-means-durable-on-a-majority",
              "state-machine-safety"),
          Plant.of(
              "logs are compared by index, then term",
              CORE + "Inbox.java",
              "return candidateLast.compareTo(replica.log().last()) >= 0;",
              "return candidateLast.index() > replica.log().last().index()"
                  + " || (candidateLast.index() == replica.log().last().index()"
                  + " && candidateLast.term() >= replica.log().last().term());",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "a response of an older term counts",
              CORE + "Inbox.java",
              "return response.term() == replica.term();",
              "return true;",
              "one-leader-per-term",
              "leader-completeness",
              "state-machine-safety",
              "committed-means-durable-on-a-majority",
              "linearizable-read",
              "no-server-stops"),
          Plant.of(
              "an entry of an older term is committed by counting",
              CORE + "Leader.java",
              "if (agreed <= before || log.termAt(agreed) != replica.term())",
              "if (agreed <= before)",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "entries from the disk are not compared with the log",
              CORE + "ReplicaLog.java",
              "&& history.contains(entries.get(count).position())",
              "&& entries.get(count).index() <= history.lastIndex()",
              "log-matching",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "answers to requests before the round confirm a read",
              CORE + "Leader.java",
              "reads.start(replica.lastSequence() + 1,",
              "reads.start(1,",
              "linearizable-read"),
          Plant.of(
              "a read joins a round that was sent before it came",
              CORE + "ReadRounds.java",
              "waiting.add(reader);",
              "(isRoundUnderWay() ? inRound : waiting).add(reader);",
              "linearizable-read"));

  private UnnoticedPlants() {}
}
