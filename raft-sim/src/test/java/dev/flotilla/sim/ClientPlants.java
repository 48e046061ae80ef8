package dev.flotilla.sim;

import java.util.List;

/** Bugs about answers: executions, outcomes and reads. */
final class ClientPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String NODE = "raft-node/src/main/java/dev/flotilla/node/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "a command is executed twice",
              NODE + "sessions/ExecutionWindow.java",
              "if (known != NONE) {",
              "if (known == NONE - 1) {",
              "once",
              "one-result",
              "state-machine-safety"),
          Plant.of(
              "a restart forgets what was executed",
              NODE + "NodeAssembly.java",
              "StartupReplay.bringUp(clients, tableIndex, machine, applied, log::read);",
              "new StartupReplay.Past(0, Optional.empty());",
              "once",
              "state-machine-safety"),
          Plant.of(
              "a leader answers when it has appended",
              NODE + "GroupLoop.java",
              "pending.put(insert.appendedAt(appended.position()), insert);",
              "pending.put(insert.appendedAt(appended.position()), insert);"
                  + " insert.answer(new InsertOutcome.Executed("
                  + "new dev.flotilla.node.statemachine.Result(true,"
                  + " dev.flotilla.raft.model.Bytes.utf8(\"1\"))));",
              "acknowledged-means-applied",
              "one-result"),
          Plant.of(
              "reads are confirmed without a round",
              CORE + "Leader.java",
              "admit(new Reader.Client(readId));",
              "new Reader.Client(readId)" + ".confirmed(replica.committed.commitIndex(), replica);",
              "linearizable-read"),
          Plant.of(
              "a new leader reads before its no-op is committed",
              CORE + "Leader.java",
              "return reads.isRoundDue() && hasCommittedInTerm();",
              "return reads.isRoundDue();",
              "linearizable-read"),
          Plant.of(
              "a confirmed read does not wait for its index",
              NODE + "ConfirmedReads.java",
              "if (answer.index() <= appliedIndex) {",
              "if (answer.index() >= 0) {",
              "linearizable-read"),
          Plant.of(
              "a deposed leader refuses what may be in the log",
              NODE + "GroupLoop.java",
              ".orElse(\"\"); giveUp(reason);",
              ".orElse(\"\"); pending.values().forEach(it -> it.answer(new"
                  + " InsertOutcome.NotLeader(leader))); pending.clear();",
              "refused-means-never-executed"),
          Plant.of(
              "answers to requests before the round confirm a read",
              CORE + "Leader.java",
              "reads.start(replica.lastSequence + 1,",
              "reads.start(1,",
              "linearizable-read"),
          Plant.of(
              "a read joins a round that was sent before it came",
              CORE + "ReadRounds.java",
              "waiting.add(reader);",
              "(isUnderWay ? inRound : waiting).add(reader);",
              "linearizable-read"));

  private ClientPlants() {}
}
