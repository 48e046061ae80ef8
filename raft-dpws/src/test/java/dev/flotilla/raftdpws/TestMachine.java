package dev.flotilla.raftdpws;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Counts commands, in memory: the result of the third is {@code 3:command}. It rejects {@code
 * reject} and breaks on {@code explode}.
 */
final class TestMachine implements StateMachine {
  private final Map<String, JournalRecord> journal = new LinkedHashMap<>();

  @Override
  public long initialize(Path directory) {
    return 0;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {}

  @Override
  public synchronized List<Result> apply(List<CommittedCommand> batch) {
    List<Result> results = new ArrayList<>();
    for (CommittedCommand committed : batch) {
      breakAt(committed.command().command());
      if (committed.command().command().equals("explode")) {
        throw new IllegalStateException("exploded");
      }
      String answer = journal.size() + 1 + ":" + committed.command().command();
      Result result =
          new Result(!committed.command().command().equals("reject"), Bytes.utf8(answer));
      journal.put(
          committed.command().uid(),
          new JournalRecord(committed.position(), committed.command(), result));
      results.add(result);
    }
    return results;
  }

  @Override
  public synchronized Result query(Bytes query) {
    breakAt(query.toUtf8());
    return Result.ok(Bytes.utf8(query.toUtf8() + "=" + journal.size()));
  }

  @Override
  public synchronized Optional<JournalRecord> find(String uid) {
    return Optional.ofNullable(journal.get(uid));
  }

  @Override
  public void terminate() {}

  private static void breakAt(String request) {
    if (request.equals("break")) {
      throw new IllegalStateException("told to break");
    }
  }

  synchronized List<String> uids() {
    return List.copyOf(journal.keySet());
  }
}
