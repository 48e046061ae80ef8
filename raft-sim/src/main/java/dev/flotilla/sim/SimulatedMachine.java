package dev.flotilla.sim;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A state machine whose state is the order of execution: a command's result is its place, and a
 * question is answered with how many commands there are. So every answer tells exactly what its
 * state held.
 *
 * <p>Like a database whose writes reach the disk when they like, it may come back with any prefix
 * of what it applied.
 */
final class SimulatedMachine implements RestorableStateMachine {
  private final List<CommittedCommand> executed;
  private final List<SessionEnd> ended;
  private long lastIndex;
  private final long recoveredIndex;
  private int restorations;
  private final Observer observer;

  /** Sees what is executed. */
  interface Observer {
    /** A command has been executed; its place counts from 1. */
    void executed(int place, CommittedCommand command);

    /** The machine was told that a session has ended; its place counts from 1. */
    void ended(int place, SessionEnd end);

    /** A batch has been executed, and nobody has been answered yet. */
    void applied();
  }

  private SimulatedMachine(
      List<CommittedCommand> executed,
      List<SessionEnd> ended,
      Observer observer,
      long recoveredIndex) {
    this.executed = new ArrayList<>(executed);
    this.ended = new ArrayList<>(ended);
    this.recoveredIndex = recoveredIndex;
    this.lastIndex = recoveredIndex;
    this.observer = observer;
  }

  /** A machine that remembers nothing. */
  static SimulatedMachine empty(Observer observer) {
    return new SimulatedMachine(List.of(), List.of(), observer, 0);
  }

  /** This machine after a restart that kept the first so many commands. */
  SimulatedMachine withFirst(int commands) {
    List<CommittedCommand> kept = executed.subList(0, commands);
    long last = commands == 0 ? 0 : kept.get(commands - 1).position().index();
    List<SessionEnd> ends = ended.stream().filter(it -> it.position().index() <= last).toList();
    return new SimulatedMachine(kept, ends, observer, last);
  }

  /** Shows where in the log each executed command stands, in order. */
  void forEachPosition(Consumer<LogPosition> seen) {
    executed.forEach(command -> seen.accept(command.position()));
  }

  int executedCommands() {
    return executed.size();
  }

  @Override
  public long initialize(Path directory) {
    return recoveredIndex;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    int place = 0;
    for (CommittedCommand it : executed) {
      place++;
      visitor.accept(
          new Execution(
              it.position(), it.command().uid(), it.command().fingerprint(), placed(place)));
    }
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return applyAll(List.copyOf(batch));
  }

  @Override
  public List<Result> applyAll(List<Committed> batch) {
    requireAscending(batch);
    List<Result> results = new ArrayList<>();
    for (Committed each : batch) {
      if (each instanceof CommittedCommand command) {
        executed.add(command);
        observer.executed(executed.size(), command);
        results.add(placed(executed.size()));
      } else if (each instanceof SessionEnd end) {
        ended.add(end);
        observer.ended(ended.size(), end);
      }
    }
    observer.applied();
    return results;
  }

  /** No index is in two batches, and nothing of an index comes after its command. */
  private void requireAscending(List<Committed> batch) {
    long before = lastIndex;
    for (Committed each : batch) {
      if (each.position().index() <= before) {
        throw new IllegalStateException(each + " comes after index " + before);
      }
      before = each.position().index() - (each instanceof CommittedCommand ? 0 : 1);
    }
    lastIndex = batch.get(batch.size() - 1).position().index();
  }

  @Override
  public Result query(Bytes query) {
    return placed(executed.size());
  }

  @Override
  public StateSnapshot snapshot() {
    List<CommittedCommand> now = List.copyOf(executed);
    List<SessionEnd> endsNow = List.copyOf(ended);
    return new StateSnapshot() {
      @Override
      public void writeTo(OutputStream target) throws IOException {
        CommandList.write(now, target);
        CommandList.writeEnds(endsNow, target);
      }

      @Override
      public void close() {}
    };
  }

  /** What it is restored from counts as executed: it must be what the others executed. */
  @Override
  public void restoreFrom(InputStream source, long restoredIndex) throws IOException {
    executed.clear();
    ended.clear();
    lastIndex = restoredIndex;
    restorations++;
    for (CommittedCommand command : CommandList.read(source)) {
      executed.add(command);
      observer.executed(executed.size(), command);
    }
    for (SessionEnd end : CommandList.readEnds(source)) {
      ended.add(end);
      observer.ended(ended.size(), end);
    }
  }

  /** How often that happened in this life. */
  int restorations() {
    return restorations;
  }

  @Override
  public void terminate() {}

  /** The place that a result or an answer tells. */
  static int placeIn(Result result) {
    return placeIn(result.value());
  }

  /** The same as a client gets it. */
  static int placeIn(Bytes value) {
    return Integer.parseInt(value.toUtf8());
  }

  private static Result placed(int place) {
    return Result.ok(Bytes.utf8(Integer.toString(place)));
  }
}
