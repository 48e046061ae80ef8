package dev.flotilla.systemtests.faults;

import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.systemtests.ForwardingMachine;
import java.util.List;

/** The key-value store, and a record of what it was given. */
final class WatchedStore extends ForwardingMachine {
  private final Executions executions;

  WatchedStore(KeyValueStore store, Executions executions) {
    super(store);
    this.executions = executions;
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    executions.add(batch);
    return super.apply(batch);
  }
}
