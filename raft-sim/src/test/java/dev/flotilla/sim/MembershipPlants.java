package dev.flotilla.sim;

import java.util.List;

/** Bugs about who counts: configurations, learners, witnesses, incarnations (safety rules 1, 8). */
final class MembershipPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String IDENTITY =
      "raft-storage/src/main/java/dev/flotilla/storage/identity/";
  private static final String QUORUM = "new dev.flotilla.raft.quorum.Quorum(";
  private static final String SET = QUORUM + "new dev.flotilla.raft.model.Configuration(";
  private static final String NEW_SET_ALONE = SET + "replica.configuration.voters()))";
  private static final String OLD_SET_ALONE =
      SET
          + "replica.configuration.isJoint()"
          + " ? replica.configuration.outgoing() : replica.configuration.voters()))";

  private static final String SYNCED_INDEX =
      "it -> it.equals(replica.self)"
          + " ? replica.durability.durableIndex() : followers.get(it).matchIndex()";

  static final List<Plant> ALL =
      List.of(
          commitsBy("while joint, the new voters alone commit", NEW_SET_ALONE),
          commitsBy("while joint, the old voters alone commit", OLD_SET_ALONE),
          electsBy("while joint, the new voters alone elect", NEW_SET_ALONE),
          electsBy("while joint, the old voters alone elect", OLD_SET_ALONE),
          Plant.of(
                  "a configuration counts from its commitment on",
                  CORE + "Replica.java",
                  "statusChanges++; configuration = log.configurations().latest();",
                  "configuration = log.configurations().at(committed.commitIndex());",
                  "the-latest-configuration-governs",
                  "committed-means-safe-from-elections",
                  "committed-means-acknowledged-by-a-majority",
                  "elected-means-by-a-majority")
              .and(
                  CORE + "Replica.java",
                  "quorum = log.configurations().quorum(); otherVoters",
                  "quorum = " + QUORUM + "configuration); otherVoters")
              .and(
                  CORE + "Follower.java",
                  "replica.committed.commitUpTo(leaderCommit, log);",
                  "replica.committed.commitUpTo(leaderCommit, log); replica.configured();")
              .and(
                  CORE + "Leader.java",
                  "committed.commitUpTo(agreed, log);",
                  "committed.commitUpTo(agreed, log); replica.configured();"
                      + " followers.follow(log.lastIndex() + 1); membership.configured();"),
          Plant.of(
              "truncation keeps the configuration of what is gone",
              CORE + "log/ReplicaLog.java",
              "configurations.truncatedFrom(index);",
              "",
              "the-latest-configuration-governs"),
          // Who learns is sent what is committed only, so it takes both.
          Plant.of(
                  "a learner acknowledges for the voters",
                  CORE + "Leader.java",
                  "long agreed = followers.syncedIndex();",
                  "long agreed = replica.configuration.isJoint()"
                      + " ? followers.syncedIndex()"
                      + " : replica.configuration.members().stream().map("
                      + SYNCED_INDEX
                      + ")"
                      + ".sorted(java.util.Comparator.reverseOrder()).toList()"
                      + ".get(replica.configuration.voters().size() / 2);",
                  "committed-means-safe-from-elections",
                  "committed-means-acknowledged-by-a-majority")
              .and(
                  CORE + "Followers.java",
                  "return Math.min(last, replica.committed.commitIndex());",
                  "return last;"),
          Plant.of(
              "a server that is left out acknowledges for the others",
              CORE + "Leader.java",
              "long agreed = followers.syncedIndex();",
              "java.util.TreeSet<Member> counted ="
                  + " new java.util.TreeSet<>(replica.configuration.voters());"
                  + " followers.forEach(it -> {"
                  + " if (!replica.configuration.isMember(it.member())"
                  + " && counted.stream().noneMatch("
                  + "other -> other.id().equals(it.member().id()))) counted.add(it.member()); });"
                  + " long agreed = replica.configuration.isJoint()"
                  + " ? followers.syncedIndex()"
                  + " : "
                  + SET
                  + "List.copyOf(counted)))"
                  + ".agreed("
                  + SYNCED_INDEX
                  + ");",
              "committed-means-safe-from-elections",
              "committed-means-acknowledged-by-a-majority",
              "liveness"),
          Plant.of(
              "a lost directory comes back under its old incarnation",
              IDENTITY + "IdentityForm.java",
              "new Incarnation(random.nextLong(), random.nextLong())",
              "new Incarnation(id.uuid().getMostSignificantBits(), 0)",
              "an-incarnation-keeps-its-word",
              "one-vote-per-term"),
          Plant.of(
              "one set of voters follows on another at once",
              CORE + "MembershipChange.java",
              "? Optional.of(now.joint())",
              "? Optional.of(now.joint().settled())",
              "one-change-at-a-time"),
          Plant.of(
                  "a change begins before the no-op of the term is committed",
                  CORE + "MembershipChange.java",
                  "if (replica.committed.commitIndex() < noOpIndex) {",
                  "if (false) {",
                  "a-change-follows-what-is-committed")
              .and(
                  CORE + "MembershipChange.java",
                  ">= Math.max(noOpIndex, replica.log.configurations().latestIndex());",
                  ">= replica.log.configurations().latestIndex();"),
          Plant.of(
              "a change begins before the one before is committed",
              CORE + "MembershipChange.java",
              ">= Math.max(noOpIndex, replica.log.configurations().latestIndex());",
              ">= noOpIndex;",
              "a-change-follows-what-is-committed"),
          Plant.of(
              "a witness campaigns",
              CORE + "model/Configuration.java",
              "return isVoter(member) && !isWitness(member);",
              "return isVoter(member);",
              "a-witness-never-campaigns"),
          Plant.of(
              "a witness is sent commands",
              CORE + "Followers.java",
              "follower.isWitnessAfter(next - 1) ? WitnessEntry.from(entries) : entries",
              "entries",
              "a-witness-gets-no-commands"));

  private MembershipPlants() {}

  private static Plant commitsBy(String name, String quorum) {
    return Plant.of(
        name,
        CORE + "Leader.java",
        "long agreed = followers.syncedIndex();",
        "long agreed = " + quorum + ".agreed(" + SYNCED_INDEX + ");",
        "committed-means-safe-from-elections",
        "committed-means-acknowledged-by-a-majority",
        "committed-means-durable-on-a-majority");
  }

  private static Plant electsBy(String name, String quorum) {
    return Plant.of(
            name,
            CORE + "Candidate.java",
            "this.tally = new VoteTally(replica.quorum);",
            "this.tally = new VoteTally(" + quorum + ");",
            "elected-means-by-a-majority",
            "one-leader-per-term")
        .and(
            CORE + "PreCandidate.java",
            "if (replica.quorum.hasReached(this::isWilling)) {",
            "if (" + quorum + ".hasReached(this::isWilling)) {");
  }
}
