package dev.flotilla.node;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps in memory what it executed; a command's result is its number. Read by any thread. */
final class JournalMachine implements StateMachine {
  private final List<CommittedCommand> journal = new ArrayList<>();
  private boolean broken;
  private boolean terminated;

  @Override
  public long initialize(Path directory) {
    return 0;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {}

  @Override
  public synchronized List<Result> apply(List<CommittedCommand> batch) {
    if (broken) {
      throw new IllegalStateException("planted: a machine that fails");
    }
    List<Result> results = new ArrayList<>();
    for (CommittedCommand command : batch) {
      journal.add(command);
      results.add(Result.ok(Bytes.utf8(Integer.toString(journal.size()))));
    }
    return results;
  }

  /** Answers how many commands were executed. */
  @Override
  public synchronized Result query(Bytes query) {
    if (query.size() > 0) {
      throw new IllegalArgumentException("planted: a question that it does not understand");
    }
    return Result.ok(Bytes.utf8(Integer.toString(journal.size())));
  }

  @Override
  public synchronized void terminate() {
    terminated = true;
  }

  synchronized void breakDown() {
    broken = true;
  }

  synchronized boolean isTerminated() {
    return terminated;
  }

  synchronized List<String> uids() {
    return journal.stream().map(it -> it.command().uid()).toList();
  }
}
