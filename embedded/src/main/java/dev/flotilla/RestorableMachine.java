package dev.flotilla;

import dev.flotilla.codec.CodecException;
import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** A {@link TypedStateMachine} of whose state the node can take snapshots. */
final class RestorableMachine implements RestorableStateMachine {
  private final TypedStateMachine<?, ?> machine;
  private final RestorableState<?, ?> state;

  /** Both of the same state. */
  RestorableMachine(TypedStateMachine<?, ?> machine, RestorableState<?, ?> state) {
    this.machine = machine;
    this.state = state;
  }

  @Override
  public StateSnapshot snapshot() {
    StateImage image = state.image();
    return new StateSnapshot() {
      @Override
      public void writeTo(OutputStream target) throws IOException {
        try {
          image.writeTo(target);
        } catch (UncheckedIOException e) {
          // Of the target, wrapped as streams of Java do: it may say that the snapshot is given up.
          throw e.getCause();
        }
      }

      @Override
      public void close() {
        // Nothing is held but memory.
      }
    };
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    try {
      state.restore(source);
    } catch (CodecException e) {
      throw new IOException("the state cannot be restored: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      // Of the source, wrapped as streams of Java do: it may be damage, or a snapshot given up.
      throw e.getCause();
    } catch (RuntimeException e) {
      // Of the state's own code. As it is, a start would take one for a fault of its settings.
      throw new IOException(
          "the state cannot be restored: %s; start the server with a program that reads it"
              .formatted(e),
          e);
    }
  }

  @Override
  public int commandsVersion() {
    return machine.commandsVersion();
  }

  @Override
  public int versionOf(Command command) {
    return machine.versionOf(command);
  }

  @Override
  public Optional<String> objection(Command command) {
    return machine.objection(command);
  }

  @Override
  public Optional<Set<String>> topics(Command command, Result result) {
    return machine.topics(command, result);
  }

  @Override
  public OptionalLong fingerprint() {
    return machine.fingerprint();
  }

  @Override
  public long initialize(Path directory) {
    return machine.initialize(directory);
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    machine.recall(limit, visitor);
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return machine.apply(batch);
  }

  @Override
  public List<Result> applyAll(List<Committed> batch) {
    return machine.applyAll(batch);
  }

  @Override
  public Result query(Bytes query) {
    return machine.query(query);
  }

  @Override
  public void terminate() {
    machine.terminate();
  }
}
