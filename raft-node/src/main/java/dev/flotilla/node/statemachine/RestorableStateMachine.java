package dev.flotilla.node.statemachine;

import java.io.IOException;
import java.io.InputStream;

/**
 * A machine of whose state the node can take snapshots, so that the log need not be kept for ever.
 * The log of a machine that is none is never dropped.
 *
 * <p><b>Thread.</b> As {@link StateMachine}: {@link #snapshot} on the apply thread, between
 * batches; {@link #restoreFrom} there, too, or on the thread that starts the node. {@link
 * #restoreBytes} comes from any thread, also while others go on.
 */
public interface RestorableStateMachine extends StateMachine {
  /**
   * Holds on to the state as it is now, cheaply: no command is executed meanwhile. Writing it is
   * left to another thread, while commands go on. There is one such snapshot at a time.
   */
  StateSnapshot snapshot();

  /**
   * Replaces the whole state by one that {@link StateSnapshot#writeTo} wrote, on this member or
   * another.
   *
   * <p><b>Atomicity.</b> What a machine that keeps its state on disk may come back with after a
   * crash is in the table of {@link StateMachine}: {@link #initialize} returns an index up to which
   * the state is whole, and the node restores it again.
   *
   * <p><b>Executions.</b> {@link #recall} is not asked for those up to {@code lastIndex} any more,
   * not even after a crash: the node has them from its snapshot.
   *
   * <p><b>The end.</b> When the node is closed meanwhile, the source throws {@link
   * SnapshotGivenUp}: pass it on.
   *
   * @param source the state, and nothing else; not to be closed
   * @param lastIndex the last entry whose effects it holds; after a restart {@link #initialize} may
   *     return it
   * @throws IOException if it cannot be read, ends early or is not understood, which stops the
   *     node. That every byte is as it was written is for the node to know, which checks it
   */
  void restoreFrom(InputStream source, long lastIndex) throws IOException;

  /**
   * Reads a state that a leader sends and refuses it if {@link #restoreFrom} could not take it, so
   * that a forged one, or one of another machine, is not installed: there is no way back then.
   *
   * <p>On the node's log thread, while batches and snapshots are on their way: so it touches
   * nothing that the apply thread owns, and changes nothing. What is not checked here stops the
   * node in {@link #restoreFrom}. Checks nothing by default.
   *
   * @param source the state, and nothing else; not to be closed
   * @param lastIndex the last entry whose effects it holds
   * @throws IOException if it cannot be restored
   */
  default void verify(InputStream source, long lastIndex) throws IOException {}

  /**
   * How much more of the disk {@link #restoreFrom} may take at any time, beyond what the machine
   * takes now. A snapshot that a leader sends is not taken before there is room for its file and
   * for this: a restore that finds none stops the node, and its next start as well. Rather too much
   * than too little; but with far too much a small disk never has it.
   *
   * <p>Any thread, after {@link #initialize}, also while a batch or another state is on its way: so
   * it touches nothing that the apply thread owns. May look at the file system, but not for long.
   * The disk that is meant is that of the node's own files; who keeps the state on another one
   * answers 0.
   *
   * @param snapshotBytes how large the snapshot is, of which the state is a part
   * @param lastIndex the last entry whose effects it holds
   * @return 0 for a machine that lives in memory; not negative
   */
  default long restoreBytes(long snapshotBytes, long lastIndex) {
    return 0;
  }
}
