package dev.flotilla.batteries;

import dev.flotilla.bdb.Journal;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A journal that never says that there is no room: on a full disk it must be seen to stop. */
final class HeedlessJournal implements StateMachine {
  private final Journal journal = new Journal();

  @Override
  public long initialize(Path directory) throws IOException {
    return journal.initialize(directory);
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    journal.recall(limit, visitor);
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return journal.apply(batch);
  }

  @Override
  public Result query(Bytes query) {
    return journal.query(query);
  }

  @Override
  public void terminate() {
    journal.terminate();
  }
}
