package dev.flotilla.kit;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Counts commands in memory, and does no more than it must. */
class MemoryTally implements StateMachine {
  private int count;

  @Override
  public long initialize(Path directory) {
    return 0;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {}

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return batch.stream().map(each -> counted(++count)).toList();
  }

  @Override
  public Result query(Bytes query) {
    return counted(count);
  }

  @Override
  public void terminate() {}

  private static Result counted(int count) {
    return Result.ok(Bytes.utf8(Integer.toString(count)));
  }
}
