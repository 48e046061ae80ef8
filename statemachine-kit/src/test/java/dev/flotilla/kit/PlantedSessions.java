package dev.flotilla.kit;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Machines with a fault that shows when sessions end, or time passes. */
final class PlantedSessions {
  private PlantedSessions() {}

  private static final List<Planted> ALL =
      List.of(
          new Planted(
              "ends sessions after the commands of a batch",
              ConformanceCase.SAME_IN_OTHER_BATCHES,
              "by another copy",
              EndsLast::new),
          new Planted(
              "has one time for a batch",
              ConformanceCase.SAME_IN_OTHER_BATCHES,
              "at=",
              OneTime::new),
          new Planted(
              "answers the end of a session",
              ConformanceCase.SAME_IN_OTHER_BATCHES,
              "commands were answered with",
              Answering::new),
          new Planted(
              "knows every session that ends",
              ConformanceCase.SESSION_ENDS_COME_ALONE,
              "java.lang.NullPointerException: session ",
              Knowing::new),
          new Planted(
              "finds a command in every batch",
              ConformanceCase.SESSION_ENDS_COME_ALONE,
              "java.lang.ClassCastException",
              Commanded::new),
          new Planted(
              "is as of its last command",
              ConformanceCase.SESSION_ENDS_COME_ALONE,
              "and the state is not that as of index",
              AsOfCommand::new),
          new Planted(
              "loses the end of a session with a crash",
              ConformanceCase.SESSION_ENDS_COME_ALONE,
              "and the state is another",
              Losing::new));

  static List<Planted> all() {
    return ALL;
  }

  private static final class EndsLast extends SessionTally {
    @Override
    public List<Result> applyAll(List<Committed> batch) {
      List<Committed> sorted = new ArrayList<>(batch);
      sorted.sort(Comparator.comparing(SessionEnd.class::isInstance));
      return super.applyAll(sorted);
    }

    @Override
    void passed(Committed each) {
      lastIndex = Math.max(lastIndex, each.position().index());
    }
  }

  private static final class OneTime extends SessionTally {
    @Override
    public List<Result> applyAll(List<Committed> batch) {
      List<Result> results = super.applyAll(batch);
      totals.put("at", batch.get(0).timeMillis());
      save();
      return results;
    }
  }

  private static final class Answering extends SessionTally {
    @Override
    public List<Result> applyAll(List<Committed> batch) {
      List<Result> results = new ArrayList<>(super.applyAll(batch));
      while (results.size() < batch.size()) {
        results.add(Result.ok(Bytes.EMPTY));
      }
      return results;
    }
  }

  private static final class Knowing extends SessionTally {
    @Override
    void end(SessionEnd end) {
      Objects.requireNonNull(totals.get(key(end.session())), key(end.session()));
      super.end(end);
    }
  }

  private static final class Commanded extends SessionTally {
    @Override
    public List<Result> applyAll(List<Committed> batch) {
      List<Result> results = super.applyAll(batch);
      CommittedCommand last = (CommittedCommand) batch.get(batch.size() - 1);
      lastIndex = last.position().index();
      return results;
    }
  }

  private static final class AsOfCommand extends SessionTally {
    @Override
    void passed(Committed each) {
      if (each instanceof CommittedCommand) {
        super.passed(each);
      }
    }
  }

  private static final class Losing extends SessionTally {
    @Override
    public List<Result> applyAll(List<Committed> batch) {
      if (batch.stream().anyMatch(CommittedCommand.class::isInstance)) {
        return super.applyAll(batch);
      }
      batch.forEach(this::passed);
      save();
      batch.forEach(each -> end((SessionEnd) each));
      return List.of();
    }
  }
}
