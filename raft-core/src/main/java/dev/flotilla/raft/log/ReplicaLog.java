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
  private final TermHistory history = new TermHistory();
  private final RecentEntries recent;
  private final Configurations configurations;

  /**
   * At most the log time of the last entry; less only between a truncation and what replaces it.
   */
  private long lastTimeMillis;

  private LogPosition last = LogPosition.ORIGIN;
  private long lastIndex;

  // Invariant: what the history says of the last term.
  private long lastTerm;
  private long lastTermStart;

  /**
   * The last entry that compaction has taken away, or 0. What lies before it is committed and so
   * the same in the log of every leader: it is taken to be contained, and nothing else is known of
   * it.
   */
  private long baseIndex;

  /**
   * Takes what the disk holds.
   *
   * @param founders the configuration that governs where neither log nor snapshot holds one
   */
  public ReplicaLog(Configuration founders, DurableState state) {
    history.resetTo(state.base());
    state.termStarts().forEach(history::begin);
    recent = new RecentEntries(state.lastIndex() + 1);
    lastTimeMillis = state.lastTimeMillis();
    configurations = new Configurations(founders, state.snapshot(), state.configurations());
    noteEnds(state.base().index(), state.lastIndex());
  }

  private void noteEnds(long base, long end) {
    baseIndex = base;
    lastIndex = end;
    lastTerm = history.lastTerm();
    lastTermStart = history.lastTermStart();
    last = new LogPosition(end, lastTerm);
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
    return positionAt(baseIndex);
  }

  public LogPosition last() {
    return last;
  }

  public LogPosition positionAt(long index) {
    return index == lastIndex ? last : new LogPosition(index, termAt(index));
  }

  /** The term at an index from that of the base, the place before the first entry, to the last. */
  public long termAt(long index) {
    if (index < baseIndex || index > lastIndex) {
      throw new IllegalArgumentException(
          "no entry " + index + " in a log from " + baseIndex + " to " + lastIndex);
    }
    // Nearly every question is about the newest term.
    return index >= lastTermStart ? lastTerm : history.termAt(index);
  }

  /**
   * Whether the log has an entry of this term at this index; the origin is in every log, and so is
   * what a leader says it has before the base.
   */
  public boolean contains(LogPosition position) {
    long index = position.index();
    return index < baseIndex || (index <= lastIndex && termAt(index) == position.term());
  }

  /** See {@link TermHistory#lastWithin}. */
  public LogPosition lastWithin(LogPosition bound) {
    return history.lastWithin(Math.min(bound.index(), lastIndex), bound.term());
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
    if (index != lastIndex + 1 || term < lastTerm) {
      throw new InvariantViolation("entry " + position + " cannot follow " + last);
    }
    if (term > lastTerm) {
      history.begin(position);
      lastTermStart = index;
    }
    int sizeBytes = entry.sizeBytes();
    recent.append(entry, index, sizeBytes);
    lastTimeMillis = timeMillis;
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
    if (index <= baseIndex) {
      throw new InvariantViolation("entry " + index + " is committed, up to " + base());
    }
    lastTimeMillis = timeBefore(index);
    history.truncateFrom(index);
    recent.truncateFrom(index);
    configurations.truncatedFrom(index);
    noteEnds(baseIndex, Math.min(lastIndex, index - 1));
  }

  /** See {@link RecentEntries#tailBeginsAfter}. */
  public long tailBeginsAfter(long lastIndex, long bytes) {
    return recent.tailBeginsAfter(lastIndex, bytes);
  }

  /** Makes an entry of the log the base, and forgets what comes before it. */
  public void compactTo(long index) {
    history.compactTo(positionAt(index));
    recent.compactTo(index);
    configurations.compactedTo(index);
    noteEnds(index, lastIndex);
  }

  /** Empties the log: it goes on after a position that it need not have held. */
  public void resetTo(SnapshotMetadata snapshot) {
    history.resetTo(snapshot.last());
    recent.clear(snapshot.last().index() + 1);
    lastTimeMillis = snapshot.timeMillis();
    configurations.resetTo(snapshot);
    noteEnds(snapshot.last().index(), snapshot.last().index());
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
        && contains(entries.get(count).position())) {
      count++;
    }
    return List.copyOf(entries.subList(0, count));
  }
}
