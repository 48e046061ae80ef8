package dev.flotilla.batteries.storage;

import dev.flotilla.bdb.Journal;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The journal with the mistake that the battery looks for: a whole snapshot in the heap. */
final class GreedyJournal implements RestorableStateMachine {
  private final Journal journal = new Journal();

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    journal.restoreFrom(new ByteArrayInputStream(source.readAllBytes()), lastIndex);
  }

  @Override
  public long restoreBytes(long snapshotBytes, long lastIndex) {
    return journal.restoreBytes(snapshotBytes, lastIndex);
  }

  @Override
  public StateSnapshot snapshot() {
    return journal.snapshot();
  }

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
