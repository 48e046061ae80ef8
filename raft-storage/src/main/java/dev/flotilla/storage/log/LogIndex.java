package dev.flotilla.storage.log;

import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where entries stand on disk: the place of one entry about every {@value #SAMPLE_BYTES} bytes, so
 * that a log of 1 GiB needs 1 MiB of memory; and the terms of all of them.
 *
 * <p>From a sample to the one before the next sample's index, the entries follow each other in one
 * segment: the start of every segment and of every supersession is a sample.
 *
 * <p>Written by the log thread, read by any; every method locks.
 */
final class LogIndex {
  static final int SAMPLE_BYTES = 16 * 1024;

  private static final int MAX_RUNS = 64;

  private long[] indexes = new long[16];
  private long[] segments = new long[16];
  private int[] offsets = new int[16];
  private int samples;
  private final List<LogPosition> termStarts = new ArrayList<>();

  /** The segments with which a log could begin, ascending. */
  private final List<CutPoint> cutPoints = new ArrayList<>();

  private LogPosition base = LogPosition.ORIGIN;
  private long lastIndex;
  private long lastTimeMillis;
  private long readableIndex;

  /** A segment before which all could be dropped: nothing in it is of index up to the base's. */
  private record CutPoint(long segment, LogPosition base) {}

  /** Entries in a row: from an index to before another, without a gap from a place on. */
  record Run(long firstIndex, long endIndex, Place place) {}

  /** A segment begins after the last entry. */
  synchronized void startSegment(long number) {
    cutPoints.add(new CutPoint(number, new LogPosition(lastIndex, termAt(lastIndex))));
  }

  /** The log is empty after a position. */
  synchronized void resetTo(LogPosition position, long timeMillis) {
    samples = 0;
    termStarts.clear();
    cutPoints.clear();
    base = position;
    lastIndex = position.index();
    lastTimeMillis = timeMillis;
    readableIndex = Math.min(readableIndex, lastIndex);
  }

  /** The position before the first entry. */
  synchronized LogPosition base() {
    return base;
  }

  /** Whether there is a whole segment of entries up to an index, and another one. */
  synchronized boolean canDropUpTo(long index) {
    return cutPoints.size() > 1 && cutPoints.get(1).base().index() <= index;
  }

  /**
   * Forgets whole segments of entries up to an index, as far as that is possible.
   *
   * @return the first segment that is still in use
   */
  synchronized long dropUpTo(long index) {
    while (cutPoints.size() > 1 && cutPoints.get(1).base().index() <= index) {
      cutPoints.remove(0);
    }
    CutPoint first = cutPoints.get(0);
    int dropped = 0;
    while (dropped < samples && segments[dropped] < first.segment()) {
      dropped++;
    }
    samples -= dropped;
    System.arraycopy(indexes, dropped, indexes, 0, samples);
    System.arraycopy(segments, dropped, segments, 0, samples);
    System.arraycopy(offsets, dropped, offsets, 0, samples);
    base = first.base();
    termStarts.removeIf(start -> start.index() <= first.base().index());
    return first.segment();
  }

  /**
   * Takes note of an entry that was written last; if its index was taken, that entry and all after
   * it are superseded.
   */
  synchronized void add(LogPosition position, long timeMillis, long segment, int offset) {
    boolean superseding = position.index() <= lastIndex;
    if (superseding) {
      cut(position.index());
    }
    if (superseding || samples == 0 || isFarFromSample(segment, offset)) {
      sample(position.index(), segment, offset);
    }
    if (position.term() > lastTerm()) {
      termStarts.add(position);
    }
    lastIndex = position.index();
    lastTimeMillis = timeMillis;
  }

  /** Lets readers see what was added so far: it is in the file now. */
  synchronized void publish() {
    readableIndex = lastIndex;
  }

  synchronized long lastIndex() {
    return lastIndex;
  }

  /** The log time of the last entry. */
  synchronized long lastTimeMillis() {
    return lastTimeMillis;
  }

  synchronized long readableIndex() {
    return readableIndex;
  }

  synchronized List<LogPosition> termStarts() {
    return List.copyOf(termStarts);
  }

  /** The term of the entry at an index from that of the base to the last, 0 for index 0. */
  synchronized long termAt(long index) {
    for (int i = termStarts.size() - 1; i >= 0; i--) {
      if (termStarts.get(i).index() <= index) {
        return termStarts.get(i).term();
      }
    }
    return base.term();
  }

  /**
   * Where to find readable entries, as of one moment: later supersessions do not change what stands
   * there.
   *
   * @return runs without a gap from at or before the first index on; none if it is not readable
   */
  synchronized List<Run> runsFrom(long firstIndex) {
    if (firstIndex <= base.index() || firstIndex > readableIndex) {
      return List.of();
    }
    int found = Arrays.binarySearch(indexes, 0, samples, firstIndex);
    int first = found >= 0 ? found : -found - 2;
    List<Run> runs = new ArrayList<>();
    for (int i = first; i < samples && runs.size() < MAX_RUNS; i++) {
      if (indexes[i] > readableIndex) {
        break;
      }
      long end = i + 1 < samples ? Math.min(indexes[i + 1], readableIndex + 1) : readableIndex + 1;
      runs.add(new Run(indexes[i], end, new Place(segments[i], offsets[i])));
    }
    return runs;
  }

  private void cut(long index) {
    while (samples > 0 && indexes[samples - 1] >= index) {
      samples--;
    }
    while (!termStarts.isEmpty() && termStarts.get(termStarts.size() - 1).index() >= index) {
      termStarts.remove(termStarts.size() - 1);
    }
    cutPoints.removeIf(point -> point.base().index() >= index);
    readableIndex = Math.min(readableIndex, index - 1);
  }

  private boolean isFarFromSample(long segment, int offset) {
    int last = samples - 1;
    return segments[last] != segment || offset - offsets[last] >= SAMPLE_BYTES;
  }

  private void sample(long index, long segment, int offset) {
    if (samples == indexes.length) {
      indexes = Arrays.copyOf(indexes, samples * 2);
      segments = Arrays.copyOf(segments, samples * 2);
      offsets = Arrays.copyOf(offsets, samples * 2);
    }
    indexes[samples] = index;
    segments[samples] = segment;
    offsets[samples] = offset;
    samples++;
  }

  private long lastTerm() {
    return termStarts.isEmpty() ? base.term() : termStarts.get(termStarts.size() - 1).term();
  }
}
