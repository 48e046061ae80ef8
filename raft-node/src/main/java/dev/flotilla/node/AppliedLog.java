package dev.flotilla.node;

import dev.flotilla.node.sessions.RecentCommands;
import dev.flotilla.node.statemachine.Fingerprint;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.log.DurableLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands that a node has executed, read back from its log (safety rule 13): nothing that is
 * not applied here, in order, and each one once.
 *
 * <p>Any thread but the node's; {@link #read} blocks on the disk. A read holds up other reads of
 * the log, of which the apply thread has few, and never an append, a force or a heartbeat; so one
 * thread should do all of a node.
 */
public final class AppliedLog {
  private static final Logger LOG = LoggerFactory.getLogger(AppliedLog.class);

  private final DurableLog log;
  private final NodeQueues queues;
  private final StateMachine machine;

  AppliedLog(DurableLog log, NodeQueues queues, StateMachine machine) {
    this.log = log;
    this.queues = queues;
    this.machine = machine;
  }

  /**
   * A command that was executed.
   *
   * @param entry its entry
   * @param result what the state machine answered; empty if that is not kept any more
   */
  public record Executed(Entry entry, Optional<Result> result) {}

  /**
   * Entries in a row.
   *
   * @param fromIndex the first entry that was looked at
   * @param throughIndex the last one
   * @param commands those of them that are executed commands
   */
  public record Page(long fromIndex, long throughIndex, List<Executed> commands) {
    /** Copies the list. */
    public Page {
      commands = List.copyOf(commands);
    }
  }

  /** The last entry that is applied. */
  public long appliedIndex() {
    return queues.appliedIndex.get();
  }

  /** Why this server applies nothing any more though it runs, with the remedy; empty if it does. */
  public Optional<String> stopped() {
    return Optional.ofNullable(queues.applyStopped);
  }

  /** What the state was at the last entries at which members compare theirs, the newest last. */
  public List<Fingerprint> fingerprints() {
    return queues.fingerprints;
  }

  /**
   * The first entry that can be read: it is neither compacted away, nor older than what the node
   * has decided on since its start.
   */
  public long firstIndex() {
    long next = appliedIndex() + 1;
    return Math.max(log.firstIndex(), queues.recent.firstIndex().orElse(next));
  }

  /**
   * Reads executed commands.
   *
   * @param fromIndex from this entry on; up to one more than are applied
   * @param maxEntries looks at so many entries at most
   * @param maxBytes and reads so many bytes, but one entry in any case
   * @return empty if the entry can not be read any more: it is before {@link #firstIndex}
   * @throws IOException if the disk fails or the log is closed; also if this server was a witness,
   *     which has no commands
   */
  public Optional<Page> read(long fromIndex, int maxEntries, int maxBytes) throws IOException {
    long applied = appliedIndex();
    RecentCommands recent = queues.recent;
    if (fromIndex < firstIndex()) {
      return Optional.empty();
    }
    int entries = (int) Math.min(maxEntries, applied - fromIndex + 1);
    if (entries <= 0) {
      return Optional.of(new Page(fromIndex, fromIndex - 1, List.of()));
    }
    List<Entry> read = log.read(fromIndex, entries, maxBytes);
    // What is decided on is known for as long as the log begins before it.
    if (read.isEmpty() || fromIndex < firstIndex()) {
      return Optional.empty();
    }
    return Optional.of(page(fromIndex, read, recent));
  }

  private Page page(long fromIndex, List<Entry> read, RecentCommands recent) throws IOException {
    List<Executed> commands = new ArrayList<>();
    for (Entry entry : read) {
      if (entry.payload() instanceof WitnessEntry) {
        throw new IOException("this server is or was a witness, which has no commands");
      }
      if (entry.payload() instanceof Command && !recent.isSkipped(entry.index())) {
        commands.add(new Executed(entry, recent.resultAt(entry.index())));
      }
    }
    return new Page(fromIndex, read.get(read.size() - 1).index(), commands);
  }

  /** What a command has concerned; empty if the state machine does not say, or fails at it. */
  public Optional<Set<String>> topics(Executed executed) {
    try {
      Command command = (Command) executed.entry().payload();
      return executed.result().flatMap(result -> machine.topics(command, result));
    } catch (RuntimeException e) {
      LOG.debug("what {} has concerned is not known", executed.entry().position(), e);
      return Optional.empty();
    }
  }

  /**
   * Runs a task once as soon as an entry after an index is applied, at once if one is. The newest
   * task takes the place of the one before.
   *
   * @param task runs on this thread or the apply thread; must not block or throw
   */
  public void whenAppliedAfter(long index, Runnable task) {
    queues.whenApplied.set(task);
    if (appliedIndex() > index && queues.whenApplied.compareAndSet(task, null)) {
      task.run();
    }
  }

  /**
   * Under which uid a session was opened, by what is applied here; empty if it is not open, or its
   * opening is not applied yet. Any thread; without locks.
   */
  public Optional<String> sessionUid(long session) {
    return Optional.ofNullable(queues.sessionUids.get(session));
  }
}
