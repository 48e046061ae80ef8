package dev.flotilla.sim;

import java.util.List;

/** Bugs about votes, terms and majorities. */
final class ElectionPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String IDENTITY =
      "raft-storage/src/main/java/dev/flotilla/storage/identity/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "votes are given without a look at the log",
              CORE + "Inbox.java",
              "return candidateLast.compareTo(replica.log.last()) >= 0;",
              "return true;",
              "committed-means-safe-from-elections",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
                  "two votes are given in one term",
                  CORE + "Inbox.java",
                  "return replica.termAndVote.votedFor().map(candidate::equals).orElse(true);",
                  "return true;",
                  "one-vote-per-term",
                  "one-leader-per-term")
              .and(
                  CORE + "Replica.java",
                  "if (termAndVote.votedFor().filter(voted ->"
                      + " !voted.equals(candidate)).isPresent())",
                  "if (false)")
              .and(
                  IDENTITY + "VoteFile.java",
                  "if (next.term() < last.term() || unsay)",
                  "if (next.term() < last.term())"),
          Plant.of(
                  "stepping down in a term frees the vote",
                  CORE + "Replica.java",
                  "if (nextTerm > term) {",
                  "if (nextTerm >= term) {",
                  "one-vote-per-term",
                  "nothing-unforced-is-promised",
                  "one-leader-per-term")
              .and(
                  IDENTITY + "VoteFile.java",
                  "if (next.term() < last.term() || unsay)",
                  "if (next.term() < last.term())"),
          Plant.of(
              "half of the members are a quorum",
              CORE + "quorum/Quorum.java",
              "return size / 2 + 1;",
              "return Math.max(1, size / 2);",
              "committed-means-safe-from-elections",
              "committed-means-acknowledged-by-a-majority",
              "elected-means-by-a-majority",
              "committed-means-durable-on-a-majority",
              "one-leader-per-term",
              "leader-completeness",
              "state-machine-safety",
              "linearizable-read",
              "no-server-stops"),
          Plant.of(
              "logs are compared by index, then term",
              CORE + "Inbox.java",
              "return candidateLast.compareTo(replica.log.last()) >= 0;",
              "return candidateLast.index() > replica.log.last().index()"
                  + " || (candidateLast.index() == replica.log.last().index()"
                  + " && candidateLast.term() >= replica.log.last().term());",
              "leader-completeness",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "a response of an older term counts",
              CORE + "Inbox.java",
              "return response.term() == replica.term;",
              "return true;",
              "one-leader-per-term",
              "leader-completeness",
              "state-machine-safety",
              "committed-means-durable-on-a-majority",
              "linearizable-read",
              "no-server-stops",
              "elected-means-by-a-majority"));

  private ElectionPlants() {}
}
