package dev.flotilla.batteries.faults;

import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The key-value store, and a record of what it was given. */
final class WatchedStore implements RestorableStateMachine {
  private final KeyValueStore store;
  private final Executions executions;

  WatchedStore(KeyValueStore store, Executions executions) {
    this.store = store;
    this.executions = executions;
  }

  @Override
  public long initialize(Path directory) throws IOException {
    return store.initialize(directory);
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    store.recall(limit, visitor);
  }

  @Override
  public Room room() {
    return store.room();
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    executions.add(batch);
    return store.apply(batch);
  }

  @Override
  public Result query(Bytes query) {
    return store.query(query);
  }

  @Override
  public long restoreBytes(long snapshotBytes, long lastIndex) {
    return store.restoreBytes(snapshotBytes, lastIndex);
  }

  @Override
  public StateSnapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    store.restoreFrom(source, lastIndex);
  }

  @Override
  public void terminate() {
    store.terminate();
  }
}
