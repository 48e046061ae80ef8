package dev.flotilla.raft.log;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The newest entries of the log: those in memory, in a ring addressed by index, and where the
 * newest bytes of the log begin, whether in memory or not, to within a stride.
 *
 * <p>What it keeps always reaches the end of the log. It gives lists that are immutable and made
 * once: the disk and the followers who are due the same entries share one list.
 */
final class RecentEntries {
  static final int STRIDE_BYTES = 256 * 1024;

  private static final int INITIAL_CAPACITY = 64;

  /** A power of two long, so that an entry's place is its index modulo the length. */
  private Entry[] ring = new Entry[INITIAL_CAPACITY];

  /** The size of each entry, at the same places. */
  private int[] sizes = new int[INITIAL_CAPACITY];

  // Invariant: the ring holds exactly the entries of [firstIndex, nextIndex).
  private long firstIndex;
  private long nextIndex;
  private long sizeBytes;

  // Invariant: lastSlice, if not empty, equals the ring's entries of the same indexes.
  private List<Entry> lastSlice = List.of();
  private long lastSliceFirst;

  /**
   * Marks of the log, none behind its end: an index is noted whenever the entries after the one
   * noted before have a stride of bytes. Of entries that an earlier process wrote there are none.
   */
  private final ArrayDeque<Long> marks = new ArrayDeque<>();

  private long bytesSinceMark;

  RecentEntries(long firstIndex) {
    this.firstIndex = firstIndex;
    this.nextIndex = firstIndex;
  }

  boolean holds(long index) {
    return index >= firstIndex && index < nextIndex;
  }

  Entry get(long index) {
    if (!holds(index)) {
      throw new InvariantViolation(
          "entry " + index + " is not among [" + firstIndex + ", " + nextIndex + ")");
    }
    return ring[place(index)];
  }

  void append(Entry entry, long index, int bytes) {
    if (index != nextIndex) {
      throw new InvariantViolation("entry " + entry.position() + " is not the next, " + nextIndex);
    }
    if (nextIndex - firstIndex == ring.length) {
      grow();
    }
    int place = (int) (index & (ring.length - 1));
    ring[place] = entry;
    sizes[place] = bytes;
    nextIndex++;
    sizeBytes += bytes;
    bytesSinceMark += bytes;
    if (bytesSinceMark >= STRIDE_BYTES) {
      marks.addLast(index);
      bytesSinceMark = 0;
    }
  }

  /** Forgets the entry at the index and all after it; they need not be in memory. */
  void truncateFrom(long index) {
    while (nextIndex > index && nextIndex > firstIndex) {
      nextIndex--;
      sizeBytes -= remove(nextIndex);
    }
    nextIndex = Math.min(nextIndex, index);
    firstIndex = Math.min(firstIndex, nextIndex);
    lastSlice = List.of();
    while (!marks.isEmpty() && marks.getLast() >= index) {
      marks.removeLast();
    }
    bytesSinceMark = 0;
  }

  /** Forgets all entries; the next one to come has this index. */
  void clear(long firstIndex) {
    Arrays.fill(ring, null);
    this.firstIndex = firstIndex;
    this.nextIndex = firstIndex;
    sizeBytes = 0;
    lastSlice = List.of();
    marks.clear();
    bytesSinceMark = 0;
  }

  /** The log begins after an index. */
  void compactTo(long index) {
    while (!marks.isEmpty() && marks.getFirst() <= index) {
      marks.removeFirst();
    }
  }

  /**
   * The index before entries that end with the given one and have about that many bytes: no fewer
   * than whole strides of them, no more than two strides and the largest entries beyond; 0 if so
   * many are not known of.
   */
  long tailBeginsAfter(long lastIndex, long bytes) {
    long strides = bytes / STRIDE_BYTES;
    for (Iterator<Long> newest = marks.descendingIterator(); newest.hasNext(); ) {
      long mark = newest.next();
      if (mark <= lastIndex && strides-- <= 0) {
        return mark;
      }
    }
    return 0;
  }

  /** Drops the oldest entries until the bound holds, but none after an index. */
  void evict(long lastEvictable, int maxBytes) {
    while (sizeBytes > maxBytes && firstIndex <= lastEvictable && firstIndex < nextIndex) {
      sizeBytes -= remove(firstIndex);
      firstIndex++;
    }
  }

  /** Entries from an index on, within both bounds, but at least one; none if it lacks the first. */
  List<Entry> slice(long first, int maxEntries, int maxBytes) {
    if (first < firstIndex || first >= nextIndex) {
      return List.of();
    }
    int mask = ring.length - 1;
    long end = Math.min(nextIndex, first + maxEntries);
    long last = first;
    long bytes = sizes[(int) first & mask];
    while (last + 1 < end && bytes + sizes[(int) (last + 1) & mask] <= maxBytes) {
      last++;
      bytes += sizes[(int) last & mask];
    }
    return range(first, last);
  }

  /** The entries from the first index to the last, both included; empty if there are none. */
  List<Entry> range(long first, long last) {
    if (first > last) {
      return List.of();
    }
    int length = Math.toIntExact(last - first + 1);
    if (lastSliceFirst == first && lastSlice.size() == length) {
      return lastSlice;
    }
    Entry[] entries = new Entry[length];
    for (int i = 0; i < length; i++) {
      entries[i] = get(first + i);
    }
    lastSlice = List.of(entries);
    lastSliceFirst = first;
    return lastSlice;
  }

  int sizeBytesAt(long index) {
    return sizes[(int) (index & (sizes.length - 1))];
  }

  private int place(long index) {
    return (int) (index & (ring.length - 1));
  }

  @SuppressWarnings("NullAway") // an empty place of the ring is never read
  private int remove(long index) {
    int place = place(index);
    ring[place] = null;
    return sizes[place];
  }

  private void grow() {
    Entry[] entries = new Entry[ring.length * 2];
    int[] bytes = new int[entries.length];
    for (long index = firstIndex; index < nextIndex; index++) {
      int place = (int) (index & (entries.length - 1));
      entries[place] = ring[place(index)];
      bytes[place] = sizes[place(index)];
    }
    ring = entries;
    sizes = bytes;
  }
}
