package dev.flotilla.storage.backup;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.log.DurableLog;
import dev.flotilla.storage.log.PayloadCodec;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/**
 * A backup that was read and checked, every byte of it. Any thread, one at a time; blocks on the
 * disk.
 *
 * @param file where it is
 * @param header what it says of itself
 */
public record Backup(Path file, BackupHeader header) {
  private static final int BUFFER_BYTES = 256 * 1024;
  private static final String TAKE_ANOTHER = "take another backup";
  private static final String TRUNCATED = "is not whole: it ends in the middle";

  /** Takes entries. */
  @FunctionalInterface
  interface EntrySink {
    void take(Entry entry) throws IOException;
  }

  /**
   * Opens a backup; blocks until all of it has been read.
   *
   * @throws BackupRefused if it is no backup, of a newer form, truncated or changed
   * @throws IOException if it cannot be read
   */
  public static Backup open(Path file) throws IOException {
    return read(file, OutputStream.nullOutputStream(), entry -> {});
  }

  /** Reads it once more, and refuses it if it is not what was opened. */
  void read(OutputStream snapshot, EntrySink entries) throws IOException {
    Backup again = read(file, snapshot, entries);
    if (!again.header.equals(header)) {
      throw refused(file, "has changed meanwhile", "restore from a file that nobody writes to");
    }
  }

  private static Backup read(Path file, OutputStream snapshot, EntrySink entries)
      throws IOException {
    MessageDigest digest = BackupFormat.sha256();
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      DataInputStream in = new DataInputStream(new DigestInputStream(raw, digest));
      BackupHeader header = header(file, in);
      copy(in, header, snapshot);
      LogPosition last =
          header.snapshot().map(BackupHeader.Content::last).orElse(LogPosition.ORIGIN);
      for (long i = 0; i < header.entries(); i++) {
        Entry entry = entry(file, in);
        if (entry.index() != last.index() + 1 || entry.term() < last.term()) {
          throw refused(file, "is damaged: " + entry.position() + " follows " + last, TAKE_ANOTHER);
        }
        last = entry.position();
        entries.take(entry);
      }
      requireEnd(file, header, last, raw, digest);
      return new Backup(file, header);
    } catch (EOFException e) {
      throw refused(file, TRUNCATED, TAKE_ANOTHER);
    }
  }

  private static BackupHeader header(Path file, DataInputStream in) throws IOException {
    byte[] prefix = in.readNBytes(BackupFormat.PREFIX_BYTES);
    ByteBuffer start = ByteBuffer.wrap(prefix);
    if (prefix.length < Long.BYTES || start.getLong(0) != BackupFormat.MAGIC) {
      throw refused(
          file, "is no backup of Flotilla", "name a file that 'flotilla backup' has written");
    }
    if (prefix.length < BackupFormat.PREFIX_BYTES) {
      throw refused(file, TRUNCATED, TAKE_ANOTHER);
    }
    int format = start.getInt(Long.BYTES);
    if (format > BackupHeader.FORMAT) {
      throw refused(
          file,
          "has format " + format + ", and this version reads up to " + BackupHeader.FORMAT,
          "use the version that wrote it, or a newer one. If none wrote it, it is damaged");
    }
    int length = start.getInt(Long.BYTES + Integer.BYTES);
    if (format < 1 || length < 1 || length > BackupFormat.MAX_HEADER_BYTES) {
      throw refused(file, "is damaged: its header cannot be read", TAKE_ANOTHER);
    }
    byte[] text = new byte[length];
    in.readFully(text);
    try {
      return BackupHeader.of(text);
    } catch (IllegalArgumentException e) {
      throw refused(file, "is damaged: its header cannot be read: " + e.getMessage(), TAKE_ANOTHER);
    }
  }

  private static void copy(DataInputStream in, BackupHeader header, OutputStream target)
      throws IOException {
    byte[] piece = new byte[BUFFER_BYTES];
    long left = header.snapshot().map(BackupHeader.Content::sizeBytes).orElse(0L);
    while (left > 0) {
      int count = (int) Math.min(piece.length, left);
      in.readFully(piece, 0, count);
      target.write(piece, 0, count);
      left -= count;
    }
  }

  private static Entry entry(Path file, DataInputStream in) throws IOException {
    long index = in.readLong();
    long term = in.readLong();
    long timeMillis = in.readLong();
    byte type = in.readByte();
    int length = in.readInt();
    if (length < 0 || length > DurableLog.MAX_RECORD_BYTES) {
      throw refused(file, "is damaged: an entry of " + length + " bytes", TAKE_ANOTHER);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    try {
      Payload payload = PayloadCodec.read(type, ByteBuffer.wrap(bytes));
      if (payload instanceof WitnessEntry) {
        throw new IllegalArgumentException("its command is missing");
      }
      return new Entry(new LogPosition(index, term), timeMillis, payload);
    } catch (IOException | IllegalArgumentException e) {
      throw refused(
          file,
          "is damaged, or a newer version wrote it: entry " + index + ": " + e.getMessage(),
          TAKE_ANOTHER);
    }
  }

  private static void requireEnd(
      Path file, BackupHeader header, LogPosition last, InputStream raw, MessageDigest digest)
      throws IOException {
    byte[] expected = digest.digest();
    byte[] found = raw.readNBytes(BackupFormat.CHECKSUM_BYTES);
    if (found.length < BackupFormat.CHECKSUM_BYTES) {
      throw refused(file, TRUNCATED, TAKE_ANOTHER);
    }
    if (!MessageDigest.isEqual(expected, found) || raw.read() >= 0 || !last.equals(header.last())) {
      throw refused(file, "is damaged: its checksum does not fit", TAKE_ANOTHER);
    }
  }

  private static BackupRefused refused(Path file, String finding, String remedy) {
    return new BackupRefused(file.toString(), finding, remedy);
  }
}
