package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.History;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Shown;
import dev.flotilla.kit.harness.StateView;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import java.io.IOException;
import java.util.List;

/** Commands that are rejected: those of the history, and strange ones. */
final class RejectedCases {
  private RejectedCases() {}

  static void changeNothing(Bench bench) throws IOException {
    historyChangesNothing(bench);
    strangeChangesNothing(bench);
  }

  /** The states after each command are known. */
  private static void historyChangesNothing(Bench bench) {
    History history = bench.reference().history();
    List<StateView> states = bench.reference().portraits();
    for (int i = 0; i < bench.size(); i++) {
      boolean isAlone =
          history.batch(i, i + 1).size() == 1
              && history.timeMillisAt(i) == history.timeMillisAt(i + 1);
      Result result = bench.reference().results().get(i);
      if (isAlone && !result.success()) {
        requireSame(bench, history.get(i), result, states.get(i), states.get(i + 1));
      }
    }
  }

  private static void strangeChangesNothing(Bench bench) throws IOException {
    int before = bench.part(1, 2);
    MachineRun life = bench.newLife().applyUpTo(before);
    long timeMillis = bench.reference().history().timeMillisAt(before);
    StateView state = StateView.of(bench.subject(), life.machine());
    for (CommittedCommand drawn : StrangeCases.drawn(bench, before)) {
      // Log time stands still: what it changes is not the work of the command.
      CommittedCommand strange =
          new CommittedCommand(drawn.position(), timeMillis, drawn.command());
      Result result = MachineRun.answers(life.machine(), List.of(strange)).get(0);
      StateView after = StateView.of(bench.subject(), life.machine());
      if (!result.success()) {
        requireSame(bench, strange, result, state, after);
      }
      state = after;
    }
  }

  private static void requireSame(
      Bench bench, CommittedCommand command, Result result, StateView before, StateView after) {
    before
        .difference(after, bench.subject())
        .ifPresent(
            difference -> {
              throw new Violation(
                  "%s was rejected with %s, and it changed the state: %s"
                      .formatted(Shown.command(command), Shown.result(result), difference));
            });
  }
}
