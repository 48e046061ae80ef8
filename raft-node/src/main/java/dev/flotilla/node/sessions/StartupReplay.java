package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings the {@link ClientTable} of a server that starts up to where its state machine is.
 *
 * <p>The machine comes back with the effects of the entries up to some index, and with the results
 * of the commands among them, but what was decided on which entry is in the log alone. So the log
 * is read again: every entry is decided on as it was when it was applied, and what was to be
 * executed then gets its result from the machine and is not executed again.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class StartupReplay {
  private static final int MAX_ENTRIES = 512;
  private static final int MAX_BYTES = 1024 * 1024;

  /** Where entries are read, as {@link dev.flotilla.storage.log.DurableLog#read}. */
  public interface Entries {
    List<Entry> read(long firstIndex, int maxEntries, int maxBytes) throws IOException;
  }

  /**
   * The entries that were read.
   *
   * @param bytes how many they have
   * @param last the last of them
   */
  public record Past(long bytes, Optional<Entry> last) {
    private static final Past NONE = new Past(0, Optional.empty());
  }

  private final ClientTable clients;
  private final Entries log;
  private final ArrayDeque<Entry> read = new ArrayDeque<>();
  private long nextIndex;
  private long bytes;
  private @Nullable Entry last;

  private StartupReplay(ClientTable clients, Entries log, long tableIndex) {
    this.clients = clients;
    this.log = log;
    this.nextIndex = tableIndex + 1;
  }

  /**
   * Reads the log between a table and a machine; blocks on the disk.
   *
   * @param clients the table as of an index
   * @param tableIndex that index
   * @param machine what has applied more, and remembers its results
   * @param appliedIndex the last entry it has applied; all up to there are committed
   * @param log holds the entries in between
   * @return the entries in between
   * @throws IOException if log and machine do not belong together, or cannot be read
   */
  public static Past bringUp(
      ClientTable clients, long tableIndex, StateMachine machine, long appliedIndex, Entries log)
      throws IOException {
    if (tableIndex >= appliedIndex) {
      return Past.NONE;
    }
    StartupReplay recollection = new StartupReplay(clients, log, tableIndex);
    try {
      machine.recall(
          (int) Math.min(Integer.MAX_VALUE, appliedIndex - tableIndex), recollection::take);
      recollection.decideUpTo(appliedIndex);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (!clients.isResolved()) {
      throw new IOException("the state machine does not recall its last command");
    }
    return new Past(recollection.bytes, Optional.ofNullable(recollection.last));
  }

  private void take(Execution execution) {
    long index = execution.position().index();
    if (index < nextIndex) {
      return;
    }
    try {
      decideUpTo(index);
      if (clients.isResolved()) {
        throw new IOException(
            "the state machine has executed entry "
                + execution.position()
                + ", which is not to be executed by the log");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    clients.resolve(execution.result());
  }

  private void decideUpTo(long index) throws IOException {
    while (nextIndex <= index) {
      if (!clients.isResolved()) {
        throw new IOException(
            "the state machine does not recall the command at index " + (nextIndex - 1));
      }
      clients.decide(next());
    }
  }

  private Entry next() throws IOException {
    if (read.isEmpty()) {
      read.addAll(log.read(nextIndex, MAX_ENTRIES, MAX_BYTES));
    }
    Entry entry = read.poll();
    if (entry == null || entry.index() != nextIndex) {
      throw new IOException("the log has no entry " + nextIndex + ", which the machine holds");
    }
    nextIndex++;
    bytes += entry.sizeBytes();
    last = entry;
    return entry;
  }
}
