package dev.flotilla.bdb.database;

import dev.flotilla.node.statemachine.ForeignState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The index up to which the database was last forced, in a file beside the database and forced
 * after it (safety rule 7): a database that comes back ending before it has lost records.
 *
 * <p>Two slots are written in turn, so a torn write leaves the other one. The file is locked while
 * it is open; two machines in one directory would destroy each other.
 *
 * <p>Used by one thread at a time.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class CheckpointRecord implements AutoCloseable {
  public static final String FILE_NAME = "checkpoint";

  private static final int SLOT_BYTES = 4 * Long.BYTES;

  /** A device may write no less than this at once, and tear all of it. */
  private static final int SLOT_DISTANCE_BYTES = 4096;

  /**
   * A slot's content.
   *
   * @param sequence counts the writes
   * @param index what was forced
   */
  private record Slot(long sequence, long index) {}

  private final FileChannel channel;
  private final Path directory;
  private final StoreKind kind;

  /** What helps whoever finds another kind here. */
  private final String otherKindRemedy;

  private Slot latest = new Slot(0, 0);
  private boolean known;

  private CheckpointRecord(
      FileChannel channel, Path directory, StoreKind kind, String otherKindRemedy) {
    this.channel = channel;
    this.directory = directory;
    this.kind = kind;
    this.otherKindRemedy = otherKindRemedy;
  }

  public static CheckpointRecord open(Path directory, StoreKind kind) throws IOException {
    Path file = directory.resolve(FILE_NAME);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(channel, directory, kind);
      String remedy = "start the server with the state machine that it had";
      CheckpointRecord record = new CheckpointRecord(channel, directory, kind, remedy);
      record.readSlots();
      return record;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** What was forced, whoever has the database open; empty if nothing tells. */
  public static OptionalLong readIndex(Path directory, StoreKind kind) throws IOException {
    Path file = directory.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      String remedy = "it cannot be read by itself: ask its server by 'query'";
      CheckpointRecord record = new CheckpointRecord(channel, directory, kind, remedy);
      record.readSlots();
      return record.index();
    }
  }

  /** What was forced; empty for a new file, or one that tells nothing. */
  public OptionalLong index() {
    return known ? OptionalLong.of(latest.index) : OptionalLong.empty();
  }

  /** Writes and forces. */
  public void write(long index) throws IOException {
    Slot next = new Slot(latest.sequence + 1, index);
    ByteBuffer bytes = ByteBuffer.allocate(SLOT_BYTES);
    bytes.putInt(kind.magic()).putInt(kind.version()).putLong(next.sequence).putLong(next.index);
    bytes.putLong(checksum(bytes)).flip();
    long offset = slotOffset(next.sequence);
    while (bytes.hasRemaining()) {
      offset += channel.write(bytes, offset);
    }
    channel.force(false);
    latest = next;
    known = true;
  }

  /** Also ends the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void readSlots() throws IOException {
    readSlot(0);
    readSlot(1);
  }

  private void readSlot(long sequence) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SLOT_BYTES);
    long offset = slotOffset(sequence);
    while (bytes.hasRemaining()) {
      int count = channel.read(bytes, offset + bytes.position());
      if (count < 0) {
        return;
      }
    }
    bytes.position(3 * Long.BYTES);
    if (bytes.getLong(bytes.position()) != checksum(bytes) || !isOurs(bytes.getInt(0))) {
      return;
    }
    if (bytes.getInt(Integer.BYTES) != kind.version()) {
      throw new ForeignState(
          "the %s in %s has format %s, this program knows format %s; use the program that wrote it"
              .formatted(kind.noun(), directory, bytes.getInt(Integer.BYTES), kind.version()));
    }
    Slot slot = new Slot(bytes.getLong(Long.BYTES), bytes.getLong(2 * Long.BYTES));
    if (slot.sequence > latest.sequence) {
      latest = slot;
      known = true;
    }
  }

  private boolean isOurs(int magic) throws IOException {
    for (StoreKind each : StoreKind.values()) {
      if (each.magic() == magic && each != kind) {
        throw new ForeignState(
            "%s holds a %s, not a %s; %s"
                .formatted(directory, each.noun(), kind.noun(), otherKindRemedy));
      }
    }
    return magic == kind.magic();
  }

  private static long checksum(ByteBuffer upToPosition) {
    CRC32C crc = new CRC32C();
    crc.update(upToPosition.duplicate().flip());
    return crc.getValue();
  }

  private static long slotOffset(long sequence) {
    return sequence % 2 * SLOT_DISTANCE_BYTES;
  }

  private static void lock(FileChannel channel, Path directory, StoreKind kind) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // The same answer as for another process.
    }
    throw new IOException(
        "the %s in %s is in use by another server; stop that one first"
            .formatted(kind.noun(), directory));
  }
}
