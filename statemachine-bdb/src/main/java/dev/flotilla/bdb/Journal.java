package dev.flotilla.bdb;

import dev.flotilla.bdb.database.RestoreClaim;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The paper's state machine: a journal that keeps every command, with its result, by index and by
 * uid, in Berkeley DB.
 *
 * <p><b>Answer.</b> A command succeeds with its own index as decimal text, the same on every
 * server, so a client can find what it wrote in any server's dump. {@link #query} is described
 * there.
 *
 * <p><b>Durability.</b> A batch is one transaction, which is not forced. Every {@link
 * BdbSettings#checkpointCommands} commands or {@link BdbSettings#checkpointBytes} bytes, and on
 * {@link #terminate}, the database is forced on a thread of its own, and then a checkpoint record
 * beside it. After SIGKILL or a power cut the journal comes back with a prefix of what was applied,
 * and the node replays the rest from its log. A database that is damaged, or that ends before its
 * checkpoint record, is set aside in the directory {@code damaged}, for as long as there is room,
 * and rebuilt from the newest snapshot and the log: {@link #initialize} returns 0.
 *
 * <p><b>Thread.</b> As {@link StateMachine} says. The calling threads must not be interrupted:
 * Berkeley DB gives up its environment when they are.
 */
public final class Journal implements RestorableStateMachine {
  private static final String NOT_INITIALISED = "initialize this journal first";
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final BdbSettings settings;
  private @Nullable OpenJournal open;

  /** Where it is; for {@link #restoreBytes}, which does not touch what is open. */
  private volatile @Nullable Path home;

  /** A journal with {@link BdbSettings#DEFAULT}. */
  public Journal() {
    this(BdbSettings.DEFAULT);
  }

  /** A journal that keeps to the settings. */
  public Journal(BdbSettings settings) {
    this.settings = settings;
  }

  @Override
  public long initialize(Path directory) throws IOException {
    if (open != null) {
      throw new IllegalStateException("this journal is initialised already");
    }
    open = OpenJournal.open(directory, settings);
    home = directory;
    return open.lastApplied();
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException if they cannot be read, with the remedy; damage that is found here
   *     costs another start, which rebuilds the database
   */
  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    requireOpen()
        .recall(
            limit,
            trace ->
                visitor.accept(
                    new Execution(
                        trace.position(),
                        trace.uid(),
                        trace.fingerprint(),
                        answerTo(trace.position().index()))));
  }

  @Override
  public Room room() {
    return requireOpen().room();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if an index is not above all before it: the caller has lost count
   * @throws UncheckedIOException if an earlier force failed; nothing of the batch is kept
   */
  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    OpenJournal journal = requireOpen();
    List<JournalRecord> records = new ArrayList<>(batch.size());
    List<Result> results = new ArrayList<>(batch.size());
    for (CommittedCommand command : batch) {
      Result result = answerTo(command.position().index());
      records.add(new JournalRecord(command.position(), command.command(), result));
      results.add(result);
    }
    journal.append(records);
    return results;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Takes no time: records are never changed, so that the last index is all that is held.
   */
  @Override
  public StateSnapshot snapshot() {
    return requireOpen().snapshot();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The records that are there are deleted first, so that the disk need not hold both. A crash
   * on the way leaves the old records, none, or the first of the new ones; {@link #initialize}
   * returns the index of the last of them, so the node restores them again.
   */
  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    OpenJournal old = requireOpen();
    open = null;
    open = old.restore(source, lastIndex);
  }

  @Override
  public void verify(InputStream source, long lastIndex) throws IOException {
    JournalStream.read(source, lastIndex, records -> {});
  }

  /**
   * {@inheritDoc}
   *
   * <p>As much as the snapshot and 400 bytes a record, less what the records that are there take.
   */
  @Override
  public long restoreBytes(long snapshotBytes, long lastIndex) {
    Path directory = home;
    if (directory == null) {
      throw new IllegalStateException(NOT_INITIALISED);
    }
    return RestoreClaim.ofJournal(directory, snapshotBytes, lastIndex);
  }

  /**
   * Answers with records, one a line, as {@link JournalReader#dump} writes them; no line when there
   * is no such record. The question is text, one of:
   *
   * <ul>
   *   <li>{@code uid UID}: the latest record under the uid
   *   <li>{@code index N}: the record at that index
   *   <li>{@code range FROM TO}: the records from one index to another, both included
   *   <li>{@code last} or {@code last COUNT}: the newest records, oldest first
   * </ul>
   *
   * <p>An answer ends after 1,000 records or before the record with which it would pass 1 Mi
   * characters; its first record it has whatever its size. Who wants more asks again from the next
   * index.
   */
  @Override
  public Result query(Bytes query) {
    return inquire(query).proceed(new WorkBudget(Long.MAX_VALUE)).orElseThrow();
  }

  /**
   * {@inheritDoc}
   *
   * <p>{@code uid} costs a unit for every 16,384 indexes that it searches; the others, which are
   * not cut, a unit a record.
   */
  @Override
  public Inquiry<Result> inquire(Bytes query) {
    return JournalQuery.inquiry(requireOpen().database(), query.toUtf8());
  }

  @Override
  public Optional<JournalRecord> find(String uid) {
    return search(uid).proceed(new WorkBudget(Long.MAX_VALUE)).orElseThrow();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Costs a unit for every 16,384 indexes that it searches.
   */
  @Override
  public Inquiry<Optional<JournalRecord>> search(String uid) {
    return requireOpen().database().search(uid);
  }

  /** Forces everything and closes; does nothing when the journal is not open. */
  @Override
  public void terminate() {
    OpenJournal closing = open;
    open = null;
    if (closing == null) {
      return;
    }
    try {
      closing.close();
    } catch (IOException | RuntimeException e) {
      // What is missing is replayed at the next start.
      LOG.warn("The journal in {} was not closed cleanly: {}", closing.directory(), e.toString());
    }
  }

  private OpenJournal requireOpen() {
    if (open == null) {
      throw new IllegalStateException(NOT_INITIALISED);
    }
    return open;
  }

  private static Result answerTo(long index) {
    return Result.ok(Bytes.utf8(Long.toString(index)));
  }
}
