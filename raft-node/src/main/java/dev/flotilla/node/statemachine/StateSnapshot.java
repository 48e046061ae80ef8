package dev.flotilla.node.statemachine;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The state of a machine as it was at one moment, held until it has been written.
 *
 * <p>Used by one thread at a time, as a rule not the apply thread: the machine goes on meanwhile,
 * and must not change what this writes.
 */
public interface StateSnapshot extends Closeable {
  /**
   * Writes the whole state; called once, and may take long.
   *
   * <p><b>Memory.</b> State that is not small is streamed, never gathered in memory.
   *
   * <p><b>Durability.</b> The log is dropped up to here afterwards: a machine that keeps its state
   * on disk has forced it, up to this snapshot at least, when this returns (safety rule 7).
   *
   * <p><b>Determinism.</b> What is written need not be the same bytes on every member, only the
   * same state.
   *
   * <p><b>The end.</b> When the node is closed, the target throws {@link SnapshotGivenUp}: pass it
   * on. Whoever writes nothing for two seconds then keeps the data directory from being opened
   * again until this returns.
   *
   * @param target not to be closed
   * @throws SnapshotGivenUp if the state is not there any more, since another was restored
   * @throws IOException if it cannot be written, which stops the node
   */
  void writeTo(OutputStream target) throws IOException;

  /**
   * The node has the snapshot, durably, and starts from it or a newer one: {@link
   * StateMachine#recall} is not asked for executions up to here any more. Called once at the most,
   * between {@link #writeTo} and {@link #close}.
   */
  default void kept() {}

  /** Lets go of the state, also when nothing was written. A second call does nothing. */
  @Override
  void close() throws IOException;
}
