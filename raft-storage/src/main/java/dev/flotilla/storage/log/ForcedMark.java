package dev.flotilla.storage.log;

import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A small file that says up to where the log was forced when it was last forced.
 *
 * <p>It is written after every force and not forced itself: after a SIGKILL it is exact, after a
 * power cut it may be some seconds old, or torn and of no use. Only a snapshot of the server's own
 * state forces it first: such a snapshot cannot lie beyond the log's end unless the log has lost
 * something, and the file does not tell it from one that was sent, which can. It is never ahead of
 * the log. It was forced when it was made, and is never made again: no crash takes it away,
 * shortens or blanks it in a directory that was used. Owner: the log thread; {@link #force} by any.
 */
final class ForcedMark implements Closeable {
  static final String NAME = "log-mark";

  private static final int BODY = Integer.BYTES;
  private static final int SIZE = BODY + Long.BYTES + Long.BYTES + Integer.BYTES;

  private final DiskFile file;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
  private final CRC32C crc = new CRC32C();

  /**
   * What was forced.
   *
   * @param batch the last batch, 0 for none
   * @param end where it ends
   */
  record Mark(long batch, Place end) {
    /** Nothing is known: not even that the first segment was finished. */
    static final Mark NONE = new Mark(0, new Place(0, 0));
  }

  private ForcedMark(DiskFile file) {
    this.file = file;
  }

  static ForcedMark create(Disk disk) throws IOException {
    return new ForcedMark(disk.create(NAME));
  }

  static ForcedMark open(Disk disk) throws IOException {
    return new ForcedMark(disk.open(NAME));
  }

  /**
   * Refuses a used directory whose mark is not there.
   *
   * @throws DamagedLog if the mark is missing, cut short or blank; a torn one passes
   */
  static void requireMade(Disk disk) throws IOException {
    if (!disk.list().contains(NAME)) {
      throw new DamagedLog(disk.location(), NAME, 0, 0, "the file is missing");
    }
    try (ForcedMark mark = open(disk)) {
      ByteBuffer bytes = ByteBuffer.allocate(SIZE);
      if (mark.file.read(bytes, 0) < SIZE) {
        throw new DamagedLog(disk.location(), NAME, bytes.position(), 0, "the file is cut short");
      }
      if (bytes.rewind().equals(ByteBuffer.allocate(SIZE))) {
        throw new DamagedLog(disk.location(), NAME, 0, 0, "the file is blank");
      }
    }
  }

  /** What the mark says; nothing if there is none, or it is not intact. */
  static Optional<Mark> look(Disk disk) throws IOException {
    if (!disk.list().contains(NAME)) {
      return Optional.empty();
    }
    try (ForcedMark mark = open(disk)) {
      return mark.read();
    }
  }

  /** The mark; nothing if it is not intact. */
  Optional<Mark> read() throws IOException {
    buffer.clear();
    if (file.read(buffer, 0) < SIZE || buffer.getInt(0) != checksum()) {
      return Optional.empty();
    }
    buffer.position(BODY);
    return Optional.of(new Mark(buffer.getLong(), new Place(buffer.getLong(), buffer.getInt())));
  }

  void write(long batch, long segment, int end) throws IOException {
    buffer.clear().position(BODY);
    buffer.putLong(batch).putLong(segment).putInt(end);
    buffer.putInt(0, checksum());
    buffer.flip();
    file.write(buffer, 0);
  }

  void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private int checksum() {
    crc.reset();
    crc.update(buffer.slice(BODY, SIZE - BODY));
    return (int) crc.getValue();
  }
}
