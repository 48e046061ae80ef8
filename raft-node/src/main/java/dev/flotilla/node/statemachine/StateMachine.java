package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A deterministic machine that every member feeds with the same commands in the same order.
 *
 * <p>This page, with {@link RestorableStateMachine} and {@link StateSnapshot}, is the contract; the
 * module {@code statemachine-kit} checks a machine against it.
 *
 * <p><b>NodeLifecycle.</b> {@link #initialize} once, then {@link #recall} once at most, then any
 * number of {@link #applyAll} and {@link #query}, then {@link #terminate}. After {@link
 * #initialize} has thrown nothing is called any more; after {@link #recall}, {@link #room}, {@link
 * #applyAll} or {@link RestorableStateMachine#restoreFrom} has, only {@link #terminate}: it must
 * not write a state then that was left half way.
 *
 * <p><b>Threads.</b> Calls come one after another, each seeing what the one before it wrote: {@link
 * #initialize} and {@link #recall} from the thread that starts the node, {@link #terminate} from
 * one that ends it, all others from the group's apply thread. An implementation needs no locks for
 * state that nothing else touches. Calls may block: only this group's commands wait. The exceptions
 * are a {@link StateSnapshot}, which a thread of its own writes while the apply thread goes on, and
 * {@link RestorableStateMachine#restoreBytes}.
 *
 * <p><b>Batches.</b> The node calls {@link #applyAll}, with commands and ends of sessions in the
 * order of the log. A machine that has nothing to do when a session ends implements {@link #apply}
 * and leaves {@link #applyAll} as it is: then "apply" on this page is {@link #apply}. All that one
 * index holds comes in one batch: the ends of sessions first, then the command.
 *
 * <p><b>Determinism.</b> Results and state are a function of what is applied alone, with its index,
 * log time and session, however it is cut into batches: no clock but the log time, no randomness,
 * no iteration over unordered collections, no default locale, time zone or charset ({@code
 * "%d".formatted(7)} has other digits elsewhere), nothing that differs between the versions of Java
 * that members run ({@link Double#toString(double)} does between 17 and 19). Anybody who reaches a
 * server can send any command. One that cannot be done is answered {@link Result#rejected}; an
 * exception means that the machine is broken, and stops the node, and every other that comes to
 * that command.
 *
 * <p><b>Atomicity.</b> A machine that keeps its state on disk writes, in one step a batch, the
 * state, the batch's last index, and the {@link Execution} of each command. A crash leaves all of
 * the step or nothing: the state is whole as of the index that {@link #initialize} returns, and
 * that index was applied. A machine that acts on the ends of sessions counts their indexes, too: an
 * end up to the index that {@link #initialize} returns is not applied again, each one after it is.
 *
 * <p><b>Durability.</b> The Raft log is the write-ahead log: it is forced before a command is
 * applied, and is replayed from what {@link #initialize} returns. So nothing needs to be forced but
 * where this table says so.
 *
 * <table>
 * <caption>What is durable when</caption>
 * <tr><th>after</th><th>a machine on disk comes back</th><th>one in memory</th></tr>
 * <tr><td>{@link #applyAll} and SIGKILL or a power cut</td><td>as of any index that was applied; older
 * is allowed, torn is not</td><td>as of 0</td></tr>
 * <tr><td>{@link StateSnapshot#writeTo}</td><td>as of that snapshot or later, even after a power
 * cut: the log before it is dropped (safety rule 7)</td><td>as of 0: the node restores it from the
 * snapshot</td></tr>
 * <tr><td>a crash within {@link RestorableStateMachine#restoreFrom}, or a power cut after
 * it</td><td>with the old state, the new one, or one as of an index between; 0 if need be. The node
 * restores it again</td><td>as of 0</td></tr>
 * <tr><td>{@link #terminate}, if nothing has thrown</td><td>as of the last index that was applied</td><td>as of
 * 0</td></tr>
 * </table>
 *
 * <p>A state that is damaged is refused by {@link #initialize}, or set aside, and 0 is returned:
 * the node rebuilds it from its newest snapshot and the log.
 *
 * <p><b>Once.</b> The node never passes an index twice, nor a gap other than entries that execute
 * no command and end no session; nor the end of a session twice, nor a command of it after its end;
 * nor a uid without a session twice within the last 100,000 of them, nor a number of a session
 * twice. A uid may come again with another number, or with a number and without: clients choose
 * uids. Such commands are several, each with its own {@link Execution}.
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
   * node can answer retries: one for each index, whichever uids they have. If one that is wanted is
   * missing, the node does not start. Wanted are those since the newest snapshot that the node has:
   * {@link StateSnapshot#kept} and {@link RestorableStateMachine#restoreFrom} say up to where a
   * machine may forget them. One in memory has none to tell.
   *
   * @param limit how many at the most
   * @param visitor takes them during the call
   * @throws java.io.UncheckedIOException if they cannot be read; the message names what and the
   *     remedy, as that of {@link #initialize} does
   */
  void recall(int limit, Consumer<Execution> visitor);

  /**
   * How much room there is for what {@link #applyAll} writes. Asked before each, and again every
   * second while there is not enough, and after questions. Questions are answered in any case.
   *
   * <p>May look at the file system, but not for long. A machine that has room by its own account,
   * and finds none when it writes, is broken, as with any other exception. One that has met at a
   * question what keeps it from going on throws here, which stops the node.
   *
   * @see FreeDisk
   */
  default Room room() {
    return Room.ENOUGH;
  }

  /**
   * Executes committed commands in order.
   *
   * @param batch at least one command, indexes ascending
   * @return one result for each command, in order
   */
  List<Result> apply(List<CommittedCommand> batch);

  /**
   * Applies what was committed, in order: executes commands, and drops what belongs to sessions
   * that have ended. The node calls this method. If a machine does not implement it, {@link #apply}
   * executes the commands, and the ends of sessions are passed over. A machine that wraps another
   * passes the call on.
   *
   * <p>Ends are handed over once every member runs a program that knows them (version 4 of the
   * protocol, {@link dev.flotilla.raft.model.ProtocolVersions#SESSION_ENDS}), so that all members
   * hand over the same ones.
   *
   * @param batch at least one element, indexes ascending; those of one index are never in two
   *     batches. There may be no command among them
   * @return one result for each command, in order; none for the end of a session
   */
  default List<Result> applyAll(List<Committed> batch) {
    List<CommittedCommand> commands = CommittedCommand.of(batch);
    return commands.isEmpty() ? List.of() : apply(commands);
  }

  /**
   * Which version of the application's commands this program has: it can execute those of this
   * version and of all before. Any thread; always the same.
   */
  default int commandsVersion() {
    return 1;
  }

  /**
   * Since which version of the application's commands a command exists. A leader refuses a command
   * of a version that is not active yet, whatever version its sender has named. One that an older
   * leader has taken all the same is applied with {@link CommittedCommand#activeVersion}. A machine
   * that wraps another passes the call on.
   *
   * <p>Any thread; a function of the command alone.
   *
   * @return from 1 to {@link #commandsVersion} for a command that this program knows; 1 for any
   *     other
   */
  default int versionOf(Command command) {
    return 1;
  }

  /**
   * Why this program cannot read a command. A leader refuses such a command. If it is committed all
   * the same, since another server has a newer program, this server applies nothing any more until
   * it is started with a program that can: it would come to another state than the others. A
   * machine that wraps another passes the call on.
   *
   * <p>Any thread; a function of the command alone.
   *
   * @return what it cannot read, for people; empty if {@link #apply} can be given the command
   */
  default Optional<String> objection(Command command) {
    return Optional.empty();
  }

  /**
   * A number that stands for the whole state as {@link #apply} left it: members with equal states
   * give equal numbers, and members whose states differ give different ones. Members compare them
   * and report states that diverge. Asked about twice a minute between batches, so it must be
   * quick: keep it up to date with each command. A machine that wraps another passes the call on.
   *
   * @return empty if this machine has none
   */
  default OptionalLong fingerprint() {
    return OptionalLong.empty();
  }

  /**
   * What a command has concerned, for those who watch the commands of the group and want to hear of
   * some topics alone. It decides what a server tells, and nothing else. A machine that wraps
   * another passes the call on.
   *
   * <p>Any thread; a function of the command and its result alone, the same on every server.
   *
   * <p>Not asked about a command whose result is not kept any more: every watch gets it.
   *
   * @param result what {@link #apply} has answered
   * @return all its topics, without white space, best made by {@link Topics#topic}; empty if they
   *     are not known, so every watch gets the command
   */
  default Optional<Set<String>> topics(Command command, Result result) {
    return Optional.empty();
  }

  /**
   * Answers a question about the state that {@link #apply} left, without changing it.
   *
   * @param query the question, opaque to the node; 1 MiB at most
   * @return the answer; {@link Result#rejected} for a question the machine does not understand. A
   *     {@link RuntimeException} is told to who asked, and stops nothing; an {@link Error}, as of a
   *     stack that overflows, stops the node, and the next one that is asked the same
   */
  Result query(Bytes query);

  /**
   * Looks up an executed command, for machines that keep a journal. What this answers decides
   * nothing about duplicates; it tells readers, and may reach further back than 100,000 commands.
   *
   * @param uid the command's uid
   * @return what was executed under the uid, the latest of several; empty if nothing was, or if
   *     this machine keeps no journal
   */
  default Optional<JournalRecord> find(String uid) {
    return Optional.empty();
  }

  /**
   * Begins to answer a question in slices: see {@link Inquiry}. The node asks by this method. If a
   * machine does not implement it, {@link #query} answers in one slice, however long it takes.
   *
   * @param query as {@link #query} takes it
   * @return what answers as {@link #query} does
   */
  default Inquiry<Result> inquire(Bytes query) {
    return Inquiry.of(() -> query(query));
  }

  /**
   * Begins to look up an executed command in slices: see {@link Inquiry}. If a machine does not
   * implement it, {@link #find} answers in one slice.
   *
   * @param uid the command's uid
   * @return what answers as {@link #find} does
   */
  default Inquiry<Optional<JournalRecord>> search(String uid) {
    return Inquiry.of(() -> find(uid));
  }

  /**
   * Releases everything: threads and files, too. What was applied stays readable by a later {@link
   * #initialize}. A second call does nothing.
   */
  void terminate();
}
