package dev.flotilla.raft.log;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.quorum.Configurations;
import java.util.List;

/**
 * This server's log as far as the protocol needs it: all terms, and the newest entries.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class ReplicaLog {
  private final TermHistory history;
  private final RecentEntries recent;
  private final TailBytes tail = new TailBytes();
  private final Configurations configurations;

  /**
   * At most the log time of the last entry; less only between a truncation and what replaces it.
   */
  private long lastTimeMillis;

  // Invariant: what the history says of the log's ends; asked for with each message.
  private LogPosition last = LogPosition.ORIGIN;
  private long lastIndex;
  private long lastTerm;
  private long lastTermStart;
  private long baseIndex;

  /**
   * Takes what the disk holds.
   *
   * @param founders the configuration that governs where neither log nor snapshot holds one
   */
  public ReplicaLog(Configuration founders, DurableState state) {
    history = new TermHistory(state.base(), state.termStarts(), state.lastIndex());
    recent = new RecentEntries(state.lastIndex() + 1);
    lastTimeMillis = state.lastTimeMillis();
    configurations = new Configurations(founders, state.snapshot(), state.configurations());
    noteEnds();
  }

  private void noteEnds() {
    last = history.last();
    lastIndex = last.index();
    lastTerm = last.term();
    lastTermStart = history.lastTermStart();
    baseIndex = history.baseIndex();
  }

  public Configurations configurations() {
    return configurations;
  }

  public long lastIndex() {
    return lastIndex;
  }

  /** The index of {@link #base()}. */
  public long baseIndex() {
    return baseIndex;
  }

  /** The position before the first entry, whose term is the first that is known. */
  public LogPosition base() {
    return history.base();
  }

  public LogPosition last() {
    return last;
  }

  public LogPosition positionAt(long index) {
    return index == lastIndex ? last : new LogPosition(index, termAt(index));
  }

  public long termAt(long index) {
    // Nearly every question is about the newest term.
    return index >= lastTermStart && index <= lastIndex ? lastTerm : history.termAt(index);
  }

  public boolean contains(LogPosition position) {
    long index = position.index();
    if (index > lastIndex) {
      return false;
    }
    // The origin is in every log.
    return index == 0
        || (index >= lastTermStart ? position.term() == lastTerm : history.contains(position));
  }

  /** See {@link TermHistory#lastWithin}. */
  public LogPosition lastWithin(LogPosition bound) {
    return history.lastWithin(bound);
  }

  /** The log time of the last entry. */
  public long lastTimeMillis() {
    return lastTimeMillis;
  }

  /** The log time before an entry that is to be appended, or to replace one; 0 if unknown. */
  public long timeBefore(long index) {
    if (index > lastIndex) {
      return lastTimeMillis;
    }
    return recent.holds(index - 1) ? recent.get(index - 1).timeMillis() : 0;
  }

  /**
   * Appends an entry.
   *
   * @return its size in bytes
   */
  public int append(Entry entry) {
    LogPosition position = entry.position();
    long index = position.index();
    long term = position.term();
    long timeMillis = entry.timeMillis();
    if (timeMillis < lastTimeMillis) {
      throw new InvariantViolation(
          "entry "
              + position
              + " has the log time "
              + timeMillis
              + ", but it was "
              + lastTimeMillis
              + " before it");
    }
    history.append(index, term);
    int sizeBytes = entry.sizeBytes();
    recent.append(entry, index, sizeBytes);
    tail.append(index, sizeBytes);
    lastTimeMillis = timeMillis;
    lastTermStart = term == lastTerm ? lastTermStart : index;
    last = position;
    lastIndex = index;
    lastTerm = term;
    if (entry.payload() instanceof Configuration) {
      configurations.appended(entry);
    }
    return sizeBytes;
  }

  /** To be followed by the entry that takes the place of the first one dropped. */
  public void truncateFrom(long index) {
    lastTimeMillis = timeBefore(index);
    history.truncateFrom(index);
    recent.truncateFrom(index);
    tail.truncateFrom(index);
    configurations.truncatedFrom(index);
    noteEnds();
  }

  /** See {@link TailBytes#beginsAfter}. */
  public long tailBeginsAfter(long lastIndex, long bytes) {
    return tail.beginsAfter(lastIndex, bytes);
  }

  /** See {@link TermHistory#compactTo}. */
  public void compactTo(long index) {
    history.compactTo(index);
    tail.compactTo(index);
    configurations.compactedTo(index);
    noteEnds();
  }

  /** Empties the log: it goes on after a position that it need not have held. */
  public void resetTo(SnapshotMetadata snapshot) {
    history.resetTo(snapshot.last());
    recent.clear(snapshot.last().index() + 1);
    tail.clear();
    lastTimeMillis = snapshot.timeMillis();
    configurations.resetTo(snapshot);
    noteEnds();
  }

  /** Whether the entry is in memory. */
  public boolean holds(long index) {
    return recent.holds(index);
  }

  Entry get(long index) {
    return recent.get(index);
  }

  /** The size of an entry that is in memory. */
  int sizeBytesAt(long index) {
    return recent.sizeBytesAt(index);
  }

  /**
   * Entries from an index on, within both bounds, but at least one; none if the first one is not in
   * memory.
   */
  public List<Entry> slice(long first, int maxEntries, int maxBytes) {
    return recent.slice(first, maxEntries, maxBytes);
  }

  List<Entry> range(long first, long last) {
    return recent.range(first, last);
  }

  public void evict(long lastEvictable, int maxBytes) {
    recent.evict(lastEvictable, maxBytes);
  }

  /**
   * Those first entries of some read from the disk that are still in this log: index and term
   * identify an entry (Raft §5.3, Log Matching). Nothing if the first one is gone meanwhile.
   */
  public List<Entry> known(long firstIndex, List<Entry> entries) {
    if (firstIndex <= baseIndex) {
      return List.of();
    }
    int count = 0;
    while (count < entries.size()
        && entries.get(count).index() == firstIndex + count
        && history.contains(entries.get(count).position())) {
      count++;
    }
    return List.copyOf(entries.subList(0, count));
  }
}
