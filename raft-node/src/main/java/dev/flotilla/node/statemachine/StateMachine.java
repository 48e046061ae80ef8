package dev.flotilla.node.statemachine;

import dev.flotilla.raft.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A deterministic machine that every member feeds with the same commands in the same order.
 *
 * <p><b>Life.</b> {@link #initialize} once, then {@link #recall} once, then any number of {@link
 * #apply} and {@link #query}, then {@link #terminate} once.
 *
 * <p><b>Thread.</b> Calls come one after another, each seeing what the one before it wrote: {@link
 * #initialize} and {@link #recall} from the thread that starts the node, {@link #terminate} from
 * one that ends it, all others from the group's apply thread. An implementation needs no locks for
 * state that nothing else touches. Calls may block: only this group's commands wait.
 *
 * <p><b>Determinism.</b> Results and state are a function of the commands alone: no clock, no
 * randomness, no iteration over unordered collections. A command that cannot be done is answered
 * {@link Result#rejected}; an exception means that the machine is broken, and stops the node.
 *
 * <p><b>Durability.</b> The Raft log is the write-ahead log. A machine that lives in memory returns
 * 0 from {@link #initialize} and is replayed from the first entry. One that keeps its state on disk
 * writes, in one atomic step a batch, its state, the batch's last index, and the {@link Execution}
 * of each command; it need not sync: after a crash it may come back older, never torn, and is
 * replayed from what {@link #initialize} returns. What it returns must never have been larger than
 * what was applied.
 *
 * <p><b>Once.</b> The node never passes an index twice, nor a gap other than entries that execute
 * no command; nor a uid without a session twice within the last 100,000 of them, nor a number of a
 * session twice.
 */
public interface StateMachine {
  /**
   * Opens the machine's state.
   *
   * @param directory a directory of this machine's own, which exists
   * @return the index of the last entry whose effects the state holds, 0 for none
   * @throws IOException if the state cannot be opened; the message names what and the remedy
   */
  long initialize(Path directory) throws IOException;

  /**
   * Hands over the traces of the latest executed commands, oldest first, without a gap, so that the
   * node can answer retries. If one that is wanted is missing, the node does not start. Wanted are
   * those since the newest snapshot that the node has: {@link StateSnapshot#kept} and {@link
   * RestorableStateMachine#restoreFrom} say up to where a machine may forget them.
   *
   * @param limit how many at the most
   * @param visitor takes them during the call
   */
  void recall(int limit, Consumer<Execution> visitor);

  /**
   * Executes committed commands in order.
   *
   * @param batch at least one command, indexes ascending
   * @return one result for each command, in order
   */
  List<Result> apply(List<CommittedCommand> batch);

  /**
   * Answers a question about the state that {@link #apply} left, without changing it.
   *
   * @param query the question, opaque to the node
   * @return the answer; {@link Result#rejected} for a question the machine does not understand
   */
  Result query(Bytes query);

  /**
   * Looks up an executed command, for machines that keep a journal. What this answers decides
   * nothing about duplicates; it tells readers, and may reach further back than 100,000 commands.
   *
   * @param uid the command's uid
   * @return what was executed under the uid; empty if nothing was, or if this machine keeps no
   *     journal
   */
  default Optional<JournalRecord> find(String uid) {
    return Optional.empty();
  }

  /** Releases everything; what was applied stays readable by a later {@link #initialize}. */
  void terminate();
}
