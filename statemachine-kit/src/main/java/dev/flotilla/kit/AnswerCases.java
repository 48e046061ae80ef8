package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.History;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Shown;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.Optional;

/** Questions. */
final class AnswerCases {
  private AnswerCases() {}

  static void queriesChangeNothing(Bench bench) throws IOException {
    MachineRun life = bench.newLife();
    while (life.count() < bench.size()) {
      for (int i = 0; i < 3; i++) {
        Bytes question = bench.subject().queries().apply(bench.random());
        requireAnswer(question, life.machine().query(question));
      }
      life.requireState("questions were asked");
      life.applyUpTo(Math.min(bench.size(), life.count() + 3));
    }
  }

  static void find(Bench bench) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(bench.size());
    requireFound(bench, life, "everything was applied");
    if (!bench.subject().is(Trait.IN_MEMORY)) {
      MachineRun again = bench.restart(life);
      requireFound(bench, again, "the machine was opened again");
    }
  }

  private static void requireFound(Bench bench, MachineRun life, String when) {
    if (life.machine().find("nobody's").isPresent()) {
      throw new Violation(when + ", and find knew a uid that was never executed");
    }
    for (int i = 0; i < life.count(); i++) {
      History history = bench.reference().history();
      String uid = history.get(i).command().uid();
      int last = history.lastOf(uid);
      CommittedCommand wanted = history.get(last);
      Optional<JournalRecord> found = life.machine().find(uid);
      if (found.isPresent() && !isOf(found.get(), wanted, bench.reference().results().get(last))) {
        throw new Violation(
            "%s, and find answered for %s with %s at %s, result %s"
                .formatted(
                    when,
                    Shown.command(wanted),
                    found.get().command().command(),
                    found.get().position(),
                    Shown.result(found.get().result())));
      }
    }
  }

  private static boolean isOf(JournalRecord found, CommittedCommand wanted, Result result) {
    return found.position().equals(wanted.position())
        && found.command().uid().equals(wanted.command().uid())
        && found.command().command().equals(wanted.command().command())
        && found.command().parameters().equals(wanted.command().parameters())
        && found.result().equals(result);
  }

  static void requireAnswer(Bytes question, Result answer) {
    if (answer == null) {
      throw new Violation("the question " + Shown.bytes(question) + " was answered with null");
    }
  }
}
