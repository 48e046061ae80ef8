package dev.flotilla.kit;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Command;
import java.util.List;

/** Machines that do something of what they reject. */
final class PlantedRejections {
  private PlantedRejections() {}

  private static final List<Planted> ALL =
      List.of(
          new Planted(
              "counts what it rejects",
              ConformanceCase.REJECTED_COMMANDS_CHANGE_NOTHING,
              "and it changed the state",
              Counting::new));

  static List<Planted> all() {
    return ALL;
  }

  private static final class Counting extends Tally {
    @Override
    Result execute(Command command) {
      Result result = super.execute(command);
      if (!result.success()) {
        totals.merge("n0", -1L, Long::sum);
      }
      return result;
    }
  }
}
