package dev.flotilla.sim;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.LogPosition;
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
  private final long recoveredIndex;
  private int restorations;
  private final Observer observer;

  /** Sees what is executed. */
  interface Observer {
    /** A command has been executed. */
    void executed(CommittedCommand command);

    /** A batch has been executed, and nobody has been answered yet. */
    void applied();
  }

  private SimulatedMachine(
      List<CommittedCommand> executed, Observer observer, long recoveredIndex) {
    this.executed = new ArrayList<>(executed);
    this.recoveredIndex = recoveredIndex;
    this.observer = observer;
  }

  /** A machine that remembers nothing. */
  static SimulatedMachine empty(Observer observer) {
    return new SimulatedMachine(List.of(), observer, 0);
  }

  /** This machine after a restart that kept the first so many commands. */
  SimulatedMachine withFirst(int commands) {
    List<CommittedCommand> kept = executed.subList(0, commands);
    long last = commands == 0 ? 0 : kept.get(commands - 1).position().index();
    return new SimulatedMachine(kept, observer, last);
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
    List<Result> results = new ArrayList<>();
    for (CommittedCommand command : batch) {
      executed.add(command);
      observer.executed(command);
      results.add(placed(executed.size()));
    }
    observer.applied();
    return results;
  }

  @Override
  public Result query(Bytes query) {
    return placed(executed.size());
  }

  @Override
  public StateSnapshot snapshot() {
    List<CommittedCommand> now = List.copyOf(executed);
    return new StateSnapshot() {
      @Override
      public void writeTo(OutputStream target) throws IOException {
        CommandList.write(now, target);
      }

      @Override
      public void close() {}
    };
  }

  /** What it is restored from counts as executed: it must be what the others executed. */
  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    executed.clear();
    restorations++;
    for (CommittedCommand command : CommandList.read(source)) {
      executed.add(command);
      observer.executed(command);
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
