package dev.flotilla.bdb;

import dev.flotilla.bdb.database.RestoreClaim;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys with values, and counters among them, in Berkeley DB; {@link KeyValueText} says which
 * commands and queries there are, and builds them.
 *
 * <p><b>Durability.</b> A batch is one transaction, which is not forced: pairs, index and
 * executions. Every {@link BdbSettings#checkpointCommands} commands or {@link
 * BdbSettings#checkpointBytes} bytes, with a snapshot, and on {@link #terminate}, the database is
 * forced, and then a checkpoint record beside it. After SIGKILL or a power cut the store comes back
 * as of some batch, and the node replays the rest from its log. A database that is damaged, or that
 * ends before its checkpoint record, is set aside in the directory {@code damaged}, for as long as
 * there is room, and rebuilt from the newest snapshot and the log: {@link #initialize} returns 0.
 *
 * <p><b>Bounds.</b> Keys and values are bounded by the constants here, and so is what one answer
 * takes; how many there are, the disk bounds. Heap is the cache and one batch.
 *
 * <p><b>Thread.</b> As {@link StateMachine} says. The calling threads must not be interrupted:
 * Berkeley DB gives up its environment when they are.
 */
public final class KeyValueStore implements RestorableStateMachine {
  /** The longest key, as it is before it is escaped. */
  public static final int MAX_KEY_BYTES = 1_024;

  /**
   * The largest value, as it is before it is escaped. Escaping makes four bytes of one at most, so
   * a key and a value fit into a command of 1 MiB and into an answer, whatever they hold; two
   * values in one compare-and-set fit if no more than half of their bytes must be escaped.
   */
  public static final int MAX_VALUE_BYTES = 250_000;

  /** The largest value that the answer to a command tells; of a larger one it tells the size. */
  public static final int MAX_TOLD_BYTES = 1_024;

  /** The most pairs of one list. */
  public static final int MAX_LISTED_PAIRS = 1_000;

  /** The most bytes of keys and values in one list, as they are before they are escaped. */
  public static final int MAX_LISTED_BYTES = 256 << 10;

  /** The most leases, and the most keys that have one. */
  public static final int MAX_LEASES = 100_000;

  /** The longest time of a lease, ten years. */
  public static final long MAX_TTL_MILLIS = 315_360_000_000L;

  /** The most lines of a transaction. */
  public static final int MAX_TRANSACTION_LINES = 128;

  /** The most keys that one command removes since their leases have ended. */
  public static final int MAX_ENDED_KEYS = 500;

  /** The version of the commands that have leases and transactions. */
  public static final int COMMANDS_VERSION = 2;

  private static final String NOT_INITIALISED = "initialize this key-value store first";
  private static final Logger LOG = LoggerFactory.getLogger(KeyValueStore.class);

  private final BdbSettings settings;
  private @Nullable OpenKeyValueStore open;

  /** Where it is; for {@link #restoreBytes}, which does not touch what is open. */
  private volatile @Nullable Path home;

  /** For {@link #restoreBytes}, too. */
  private volatile RestoreClaim.Extent extent = new RestoreClaim.Extent(0, 0);

  /** A store with {@link BdbSettings#DEFAULT}. */
  public KeyValueStore() {
    this(BdbSettings.DEFAULT);
  }

  /** A store that keeps to the settings. */
  public KeyValueStore(BdbSettings settings) {
    this.settings = settings;
  }

  @Override
  public long initialize(Path directory) throws IOException {
    if (open != null) {
      throw new IllegalStateException("this key-value store is initialised already");
    }
    open = OpenKeyValueStore.open(directory, settings);
    extent = open.extent();
    home = directory;
    return open.database().lastIndex();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Those that a snapshot holds which the node has kept are dropped by and by, and not all
   * handed over.
   *
   * @throws UncheckedIOException if they cannot be read, with the remedy; damage that is found here
   *     costs another start, which rebuilds the database
   */
  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    requireOpen().recall(limit, visitor);
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
    OpenKeyValueStore store = requireOpen();
    List<Result> results = store.apply(batch);
    extent = store.extent();
    return results;
  }

  @Override
  public Result query(Bytes query) {
    return inquire(query).proceed(new WorkBudget(Long.MAX_VALUE)).orElseThrow();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Answers in one slice, as of one moment. {@code list} costs a unit a pair, of which it has
   * {@value #MAX_LISTED_PAIRS} at most, and what its bytes cost.
   */
  @Override
  public Inquiry<Result> inquire(Bytes query) {
    return budget -> Optional.of(KeyValueQuery.answer(requireOpen().database(), query, budget));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Takes no time; while it is held, the first change of each key that is not written yet costs
   * a copy of what it held.
   */
  @Override
  public StateSnapshot snapshot() {
    return requireOpen().snapshot();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The pairs that are there are deleted first, so that the disk need not hold both. After a
   * crash on the way {@link #initialize} returns 0 and the store is empty, or has the old pairs or
   * all of the new ones.
   */
  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    OpenKeyValueStore old = requireOpen();
    open = null;
    open = old.restore(source, lastIndex);
    extent = open.extent();
  }

  @Override
  public void verify(InputStream source, long lastIndex) throws IOException {
    long unused = KeyValueStream.read(source, pairs -> {}, leases -> {});
  }

  /**
   * {@inheritDoc}
   *
   * <p>As much as the snapshot and 80 bytes a pair, less what the pairs that are there take. How
   * many there are in the snapshot is not known: no more than here and one for each entry since. Of
   * those since, a pair is taken to have 80 bytes there on average, and so the answer is twice the
   * snapshot at the most for a store that was empty.
   */
  @Override
  public long restoreBytes(long snapshotBytes, long lastIndex) {
    Path directory = home;
    if (directory == null) {
      throw new IllegalStateException(NOT_INITIALISED);
    }
    return RestoreClaim.ofPairs(directory, extent, snapshotBytes, lastIndex);
  }

  @Override
  public int commandsVersion() {
    return COMMANDS_VERSION;
  }

  @Override
  public int versionOf(Command command) {
    return LeaseExecution.isLater(command.command()) ? COMMANDS_VERSION : 1;
  }

  /** The keys that it has changed, and whether it plans the end of a lease. */
  @Override
  public Optional<Set<String>> topics(Command command, Result result) {
    return KeyTopics.of(command, result);
  }

  /** Forces everything and closes; does nothing when the store is not open. */
  @Override
  public void terminate() {
    OpenKeyValueStore closing = open;
    open = null;
    if (closing == null) {
      return;
    }
    try {
      closing.close();
    } catch (IOException | RuntimeException e) {
      // What is missing is replayed at the next start.
      LOG.warn(
          "The key-value store in {} was not closed cleanly: {}",
          closing.directory(),
          e.toString());
    }
  }

  private OpenKeyValueStore requireOpen() {
    if (open == null) {
      throw new IllegalStateException(NOT_INITIALISED);
    }
    return open;
  }
}
