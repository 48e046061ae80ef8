package dev.flotilla.storage.backup;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.storage.disk.OwnerOnly;
import dev.flotilla.storage.log.PayloadCodec;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Writes a backup, big endian:
 *
 * <pre>
 *  0  long  {@link BackupFormat#MAGIC}
 *  8  int   {@link BackupHeader#FORMAT}
 * 12  int   length of the header, then the header
 *     the bytes of the snapshot, as many as the header says
 *     entries, as many as the header says: long index, long term, long log time, byte type, int length,
 *     then the payload as it is in the log
 *     32 bytes: SHA-256 of all before
 * </pre>
 *
 * <p>The file has the name with {@code .part} until it is whole; then it is forced and gets its
 * name. One thread; blocks on the disk. Needs the memory of one entry.
 */
public final class BackupWriter implements Closeable {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final Path file;
  private final Path part;
  private final BackupHeader header;
  private final FileChannel channel;
  private final MessageDigest digest = BackupFormat.sha256();
  private final OutputStream out;
  private long snapshotBytes;
  private long entries;
  private boolean isComplete;

  /**
   * Begins a backup.
   *
   * @param file where it is to be; the directory exists
   * @throws FileAlreadyExistsException if there is a file already
   */
  public BackupWriter(Path file, BackupHeader header) throws IOException {
    this.file = file.toAbsolutePath();
    this.header = header;
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    part = partOf(this.file);
    channel =
        FileChannel.open(
            part,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            OwnerOnly.newFile(part));
    out =
        new DigestOutputStream(
            new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES), digest);
    byte[] text = header.toBytes();
    out.write(
        ByteBuffer.allocate(BackupFormat.PREFIX_BYTES)
            .putLong(BackupFormat.MAGIC)
            .putInt(BackupHeader.FORMAT)
            .putInt(text.length)
            .array());
    out.write(text);
  }

  static Path partOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  /** Writes the next bytes of the snapshot. */
  public void snapshot(byte[] data, int offset, int length) throws IOException {
    snapshotBytes += length;
    out.write(data, offset, length);
  }

  /** Writes the next entry, after the snapshot. */
  public void entry(Entry entry) throws IOException {
    entries++;
    int length = PayloadCodec.sizeOf(entry.payload());
    ByteBuffer record = ByteBuffer.allocate(BackupFormat.ENTRY_BYTES + length);
    record.putLong(entry.index()).putLong(entry.term()).putLong(entry.timeMillis());
    record.put(PayloadCodec.typeOf(entry.payload())).putInt(length);
    PayloadCodec.write(entry.payload(), record);
    out.write(record.array());
  }

  /**
   * Ends the backup; durable when it returns, and under its name.
   *
   * @throws IllegalStateException if what was written is not what the header says
   * @throws FileAlreadyExistsException if there is a file by now
   */
  public void complete() throws IOException {
    long announced = header.snapshot().map(BackupHeader.Content::sizeBytes).orElse(0L);
    if (snapshotBytes != announced || entries != header.entries()) {
      throw new IllegalStateException(
          "%s bytes and %s entries were written, of %s and %s"
              .formatted(snapshotBytes, entries, announced, header.entries()));
    }
    byte[] checksum = digest.digest();
    out.write(checksum);
    out.flush();
    channel.force(true);
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    isComplete = true;
    try (FileChannel directory =
        FileChannel.open(BackupFormat.directoryOf(file), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** Closes the file; what is not complete is removed. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (!isComplete) {
      Files.deleteIfExists(part);
    }
  }
}
