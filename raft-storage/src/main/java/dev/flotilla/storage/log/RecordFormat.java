package dev.flotilla.storage.log;

/**
 * The form of a record on disk, big endian:
 *
 * <pre>
 *  0  int   CRC-32C of everything behind it
 *  4  int   length of the whole record, in bytes
 *  8  long  number of its batch; a batch is what one force covers
 * 16  int   offset in this segment at which the batch starts
 * 20  long  index
 * 28  long  term
 * 36  long  term of the entry before it
 * 44  long  log time, in milliseconds
 * 52  byte  type
 * 53        payload
 * </pre>
 *
 * <p>A segment opens with a record of type {@link #SEGMENT_START}: index, term and log time are
 * those of the last entry before it, the payload is {@link #MAGIC}, the segment's number and the
 * offset at which the segment before it ends. It belongs to the first batch of the segment.
 *
 * <p>One of type {@link #SEGMENT_RESET} is the same, but that index and term are those of a
 * snapshot's last entry: everything before is forgotten, and the log goes on from there.
 */
final class RecordFormat {
  static final int CRC = 0;
  static final int LENGTH = 4;
  static final int BATCH = 8;
  static final int BATCH_START = 16;
  static final int INDEX = 20;
  static final int TERM = 28;
  static final int PREVIOUS_TERM = 36;
  static final int TIME = 44;
  static final int TYPE = 52;
  static final int PAYLOAD = 53;

  /** A record begins with so many at the most: its checksum, and the high bytes of its length. */
  static final int MOST_ZEROS = Long.BYTES - 1;

  static final byte SEGMENT_START = 'S';
  static final byte SEGMENT_RESET = 'R';

  /** "FLOTLOG2". */
  static final long MAGIC = 0x464c_4f54_4c4f_4732L;

  static final int START_NUMBER = PAYLOAD + Long.BYTES;
  static final int START_PREVIOUS_END = START_NUMBER + Long.BYTES;
  static final int START_BYTES = START_PREVIOUS_END + Integer.BYTES;

  private RecordFormat() {}
}
