package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The journal in a snapshot: every record in the order of indexes, and how many there were.
 *
 * <p>A mark and a version (4 bytes each); each record after its index (8) and length (4), as {@link
 * RecordFormat} has it; index 0, and the number of records (8). The same bytes on every member.
 */
final class JournalStream {
  private static final int MAGIC = 0x464a_5353;
  private static final int VERSION = 1;
  private static final int MAX_RECORD_BYTES = 8 << 20;
  private static final int BATCH_RECORDS = 500;
  private static final int BATCH_BYTES = 1 << 20;

  private JournalStream() {}

  /**
   * Writes the records up to an index, read one by one.
   *
   * @param isObsolete looked at before each
   * @throws SnapshotGivenUp if it is
   */
  static void write(
      JournalDatabase database, long lastIndex, OutputStream target, BooleanSupplier isObsolete)
      throws IOException {
    requireWanted(isObsolete);
    DataOutputStream out = new DataOutputStream(target);
    out.writeInt(MAGIC);
    out.writeInt(VERSION);
    long[] count = {0};
    try {
      database.visitStoredFrom(
          0,
          (index, stored) -> {
            if (index > lastIndex || isObsolete.getAsBoolean()) {
              return false;
            }
            write(index, stored, out);
            count[0]++;
            return true;
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    requireWanted(isObsolete);
    out.writeLong(0);
    out.writeLong(count[0]);
    out.flush();
  }

  private static void requireWanted(BooleanSupplier isObsolete) throws SnapshotGivenUp {
    if (isObsolete.getAsBoolean()) {
      throw new SnapshotGivenUp("the journal has been replaced by another member's");
    }
  }

  private static void write(long index, byte[] stored, DataOutputStream out) {
    try {
      out.writeLong(index);
      out.writeInt(stored.length);
      out.write(stored);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads records, batch by batch.
   *
   * @throws IOException if it is no journal, or one that has been cut off or mixed up
   */
  static void read(InputStream source, long lastIndex, Consumer<List<JournalRecord>> visitor)
      throws IOException {
    DataInputStream in = new DataInputStream(source);
    try {
      requireFormat(in);
      readRecords(in, lastIndex, visitor);
    } catch (EOFException e) {
      throw new IOException("the journal in the snapshot is cut off", e);
    }
  }

  private static JournalRecord read(long index, byte[] stored) throws IOException {
    try {
      JournalRecord record = RecordFormat.read(index, stored);
      if (record.position().term() > UidIndex.MAX_TERM) {
        throw new IllegalArgumentException("its term is " + record.position().term());
      }
      return record;
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      throw new IOException("record %s in the snapshot is damaged: %s".formatted(index, e), e);
    }
  }

  private static void requireFormat(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("the snapshot holds no journal; all members need the same machine");
    }
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException(
          "the snapshot holds a journal of format %s, this program knows format %s"
              .formatted(version, VERSION));
    }
  }

  private static void readRecords(
      DataInputStream in, long lastIndex, Consumer<List<JournalRecord>> visitor)
      throws IOException {
    List<JournalRecord> batch = new ArrayList<>();
    long previous = 0;
    long bytes = 0;
    long count = 0;
    for (long index = in.readLong(); index != 0; index = in.readLong()) {
      int length = in.readInt();
      if (index <= previous || index > lastIndex || length < 0 || length > MAX_RECORD_BYTES) {
        throw new IOException(
            "record %s of %s bytes after %s does not belong into a journal up to %s"
                .formatted(index, length, previous, lastIndex));
      }
      byte[] stored = new byte[length];
      in.readFully(stored);
      batch.add(read(index, stored));
      previous = index;
      bytes += length;
      count++;
      if (batch.size() == BATCH_RECORDS || bytes >= BATCH_BYTES) {
        visitor.accept(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
    }
    long expected = in.readLong();
    if (count != expected) {
      throw new IOException("the journal has %s records, not %s".formatted(count, expected));
    }
    if (!batch.isEmpty()) {
      visitor.accept(batch);
    }
  }
}
