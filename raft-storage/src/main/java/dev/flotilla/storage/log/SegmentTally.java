package dev.flotilla.storage.log;

/** What a scan has read of one segment. One thread. */
final class SegmentTally {
  private final long number;
  private long records;
  private long lowestIndex;
  private long highestIndex;
  private int end;

  SegmentTally(long number) {
    this.number = number;
  }

  void count(RecordCursor cursor, int endOffset) {
    end = endOffset;
    if (!cursor.isSegmentStart()) {
      long index = cursor.index();
      lowestIndex = records == 0 ? index : Math.min(lowestIndex, index);
      highestIndex = Math.max(highestIndex, index);
      records++;
    }
  }

  String name() {
    return SegmentFiles.name(number);
  }

  /** How many entries were written, those that were superseded later included. */
  long records() {
    return records;
  }

  /** 0 if there are no entries. */
  long lowestIndex() {
    return lowestIndex;
  }

  /** 0 if there are no entries. */
  long highestIndex() {
    return highestIndex;
  }

  /** Where the records end, in bytes. */
  int end() {
    return end;
  }
}
