package dev.flotilla;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** A {@link TypedStateMachine} of whose state the node can take snapshots. */
final class RestorableMachine<C, R> extends TypedStateMachine<C, R>
    implements RestorableStateMachine {
  private final RestorableState<C, R> state;

  RestorableMachine(
      CommandCodec<C> commands,
      ResultCodec<C, R> results,
      int version,
      RestorableState<C, R> state) {
    super(commands, results, version, state);
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
}
