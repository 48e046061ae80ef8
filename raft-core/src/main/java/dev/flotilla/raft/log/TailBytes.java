package dev.flotilla.raft.log;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Where the newest bytes of the log begin, to within a stride: an index is noted whenever the
 * entries after the one noted before have that many bytes.
 *
 * <p>Knows nothing of entries that an earlier process wrote. Takes a word or two for each stride of
 * the log.
 */
final class TailBytes {
  static final int STRIDE_BYTES = 256 * 1024;

  // Invariant: ascending, none behind the end of the log.
  private final Deque<Long> marks = new ArrayDeque<>();
  private long bytesSinceMark;

  void append(long index, int sizeBytes) {
    bytesSinceMark += sizeBytes;
    if (bytesSinceMark >= STRIDE_BYTES) {
      marks.addLast(index);
      bytesSinceMark = 0;
    }
  }

  void truncateFrom(long index) {
    while (!marks.isEmpty() && marks.getLast() >= index) {
      marks.removeLast();
    }
    bytesSinceMark = 0;
  }

  void compactTo(long index) {
    while (!marks.isEmpty() && marks.getFirst() <= index) {
      marks.removeFirst();
    }
  }

  void clear() {
    marks.clear();
    bytesSinceMark = 0;
  }

  /**
   * The index before entries that end with the given one and have about that many bytes: no fewer
   * than whole strides of them, no more than two strides and the largest entries beyond; 0 if so
   * many are not known of.
   */
  long beginsAfter(long lastIndex, long bytes) {
    long strides = bytes / STRIDE_BYTES;
    for (Iterator<Long> newest = marks.descendingIterator(); newest.hasNext(); ) {
      long mark = newest.next();
      if (mark <= lastIndex && strides-- <= 0) {
        return mark;
      }
    }
    return 0;
  }
}
