package dev.flotilla.node;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Remembers executions, and does nothing else. */
record RecallingMachine(List<Execution> journal) implements StateMachine {
  @Override
  public long initialize(Path directory) {
    return journal.isEmpty() ? 0 : journal.get(journal.size() - 1).position().index();
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    journal.subList(Math.max(0, journal.size() - limit), journal.size()).forEach(visitor);
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    throw new AssertionError("nothing is to be executed again");
  }

  @Override
  public Result query(Bytes query) {
    throw new AssertionError("nothing is to be asked");
  }

  @Override
  public void terminate() {}
}
