package dev.flotilla.raft.progress;

import dev.flotilla.raft.options.RaftOptions;

/**
 * The requests with entries that one follower owes answers to, oldest first, within bounds on their
 * number, their entries and their bytes.
 *
 * <p>There is room as long as a request of the largest size would fit. So the bounds hold, but for
 * an entry that alone is larger than a request may be: at most one such is over them.
 */
final class InflightWindow {
  /** With so many entries, or bytes, there is no room for another request of the largest size. */
  private final int fullEntries;

  private final int fullBytes;

  // Rings of the same shape: of each request its last index, its number of entries, their bytes.
  private final long[] lastIndexes;
  private final int[] counts;
  private final long[] sizesBytes;

  private int head;
  private int size;
  private int entries;
  private long bytes;

  InflightWindow(RaftOptions options) {
    fullEntries = options.maxInflightEntries() - options.maxEntriesPerAppend() + 1;
    fullBytes = options.maxInflightBytes() - options.maxBytesPerAppend() + 1;
    lastIndexes = new long[options.maxInflightAppends()];
    counts = new int[lastIndexes.length];
    sizesBytes = new long[lastIndexes.length];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Whether another request of any size may leave. */
  boolean hasRoom() {
    return size == 0 || (size < lastIndexes.length && entries < fullEntries && bytes < fullBytes);
  }

  void sent(long lastIndex, int count, long sizeBytes) {
    int place = (head + size) % lastIndexes.length;
    lastIndexes[place] = lastIndex;
    counts[place] = count;
    sizesBytes[place] = sizeBytes;
    size++;
    entries += count;
    bytes += sizeBytes;
  }

  /** Everything up to an index is acknowledged. */
  void acknowledged(long index) {
    while (size > 0 && lastIndexes[head] <= index) {
      entries -= counts[head];
      bytes -= sizesBytes[head];
      head = (head + 1) % lastIndexes.length;
      size--;
    }
  }

  void clear() {
    head = 0;
    size = 0;
    entries = 0;
    bytes = 0;
  }
}
