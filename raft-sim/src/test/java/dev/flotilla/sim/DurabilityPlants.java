package dev.flotilla.sim;

import java.util.List;

/** Bugs about what a disk holds when something rests on it, and about recovery. */
final class DurabilityPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String NODE = "raft-node/src/main/java/dev/flotilla/node/";
  private static final String LOG = "raft-storage/src/main/java/dev/flotilla/storage/log/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "a vote is not persisted",
              NODE + "LogLoop.java",
              "votes.save(last);",
              "last.term();",
              "one-vote-per-term",
              "nothing-unforced-is-promised"),
          Plant.of(
              "a term without a vote is not persisted",
              NODE + "LogLoop.java",
              "last = persist.termAndVote().orElse(last);",
              "last = persist.termAndVote().filter(it -> it.votedFor().isPresent()).orElse(last);",
              "nothing-unforced-is-promised",
              "recovery"),
          Plant.of(
              "promises are sent before the force",
              NODE + "LogLoop.java",
              "force(); keepPromises();",
              "keepPromises(); force();",
              "nothing-unforced-is-promised"),
          Plant.of(
              "the log is never forced",
              LOG + "LogWriter.java",
              "segment.force();",
              "",
              "nothing-unforced-is-promised",
              "recovery"),
          Plant.of(
              "a follower acknowledges before it is durable",
              CORE + "Replica.java",
              "sendAfterDurable(to, message);",
              "send(to, message);",
              "nothing-unforced-is-promised"),
          Plant.of(
              "a candidate asks before its own vote is durable",
              CORE + "Candidate.java",
              "replica.sendAfterDurable( peer,",
              "replica.send(peer,",
              "nothing-unforced-is-promised"),
          Plant.of(
              "a vote is granted before it is durable",
              CORE + "Inbox.java",
              "replica.sendAfterDurable(from, new RequestVoteResponse",
              "replica.send(from, new RequestVoteResponse",
              "nothing-unforced-is-promised"),
          Plant.of(
              "entries are applied before they are durable here",
              CORE + "log/CommittedEntries.java",
              "long safe = Math.min(commitIndex, durableIndex);",
              "long safe = commitIndex;",
              "executed-means-durable",
              "recovery"),
          Plant.of(
              "recovery takes torn records for whole ones",
              LOG + "RecordCursor.java",
              "return window.getInt(recordAt) == LogWriter.checksum(key, window, recordAt, length);",
              "return true;",
              "damage-is-noticed",
              "recovery",
              "log-matching",
              "no-server-stops"),
          Plant.of(
              "recovery takes every torn tail for damage",
              LOG + "LogScan.java",
              "if (dirty > start) {",
              "if (dirty > start) { if (true) { throw damaged(end.segment(), end.offset(),"
                  + " \"torn\"); }",
              "recovery"),
          Plant.of(
              "recovery does not force what it read",
              LOG + "LogRecovery.java",
              "blank(last, last.size(), options.segmentBytes()); last.force();",
              "blank(last, last.size(), options.segmentBytes());",
              "nothing-unforced-is-promised",
              "recovery",
              "committed-means-durable-on-a-majority"),
          Plant.of(
              "recovery does not rewrite what a failed force left behind",
              LOG + "LogRecovery.java",
              "rewrite(last, scan.batchStart(), scan.end().offset());",
              "",
              "nothing-unforced-is-promised",
              "recovery",
              "committed-means-durable-on-a-majority"),
          Plant.of(
              "a late completion of an overwritten entry counts",
              CORE + "log/Durability.java",
              "proves.replaceAll(it -> Math.min(it, index - 1));",
              "",
              "nothing-unforced-is-promised",
              "committed-means-durable-on-a-majority",
              "executed-means-durable",
              "liveness",
              "durable-means-in-the-log"),
          Plant.of(
              "a leader takes no refusal for evidence of lost entries",
              CORE + "progress/Progress.java",
              "return !hasLostEntries && sequence > confirmedSequence",
              "return sequence < 0 && sequence > confirmedSequence",
              "a-member-that-answers-gets-on",
              "liveness"),
          Plant.of(
              "a leader does not show what was confirmed",
              CORE + "Followers.java",
              "follower.hasLostEntries() ? request.toOneThatConfirmed(follower.confirmed()) :"
                  + " request",
              "request",
              "a-member-that-answers-gets-on",
              "liveness"),
          Plant.of(
              "a follower ends though it holds what it confirmed",
              CORE + "Follower.java",
              "if (!log.contains(request.confirmed())) {",
              "if (request.previous().index() > log.lastIndex() + 3) {",
              "only-who-lost-entries-ends"));

  private DurabilityPlants() {}
}
