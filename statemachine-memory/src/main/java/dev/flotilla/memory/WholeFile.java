package dev.flotilla.memory;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Files that are there as a whole or not at all: written under another name, with a checksum at the
 * end, forced, and renamed.
 *
 * <p>Thread: any, one at a time for a directory. Blocks on the disk.
 */
final class WholeFile {
  static final String NEW = ".new";

  private static final int BUFFER_BYTES = 64 << 10;

  private WholeFile() {}

  /** What a file holds. */
  interface Content {
    /** Writes it; what is thrown leaves the file as it was before. */
    void writeTo(DataOutputStream target) throws IOException;
  }

  /** Replaces a file, durably; what was there stays until the new one is durable. */
  static void write(Path file, Content content) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + NEW);
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      CheckedOutputStream checked =
          new CheckedOutputStream(
              new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES),
              new CRC32C());
      DataOutputStream out = new DataOutputStream(checked);
      content.writeTo(out);
      out.writeLong(checked.getChecksum().getValue());
      out.flush();
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    // On POSIX a directory can be opened for reading and forced; without, a power cut undoes names.
    try (FileChannel folder =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  /**
   * Opens a file at its beginning; the stream goes on into the checksum.
   *
   * @throws DamagedFile if not all of it is as it was written; all of it is read for that
   */
  static DataInputStream open(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      verify(file, Files.size(file) - Long.BYTES, in);
    }
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
  }

  private static void verify(Path file, long contentBytes, InputStream in) throws IOException {
    if (contentBytes <= 0) {
      throw new DamagedFile(file + " has no content");
    }
    CRC32C checksum = new CRC32C();
    byte[] piece = new byte[BUFFER_BYTES];
    for (long left = contentBytes; left > 0; ) {
      int read = in.readNBytes(piece, 0, (int) Math.min(piece.length, left));
      if (read == 0) {
        throw new DamagedFile(file + " has become shorter");
      }
      checksum.update(piece, 0, read);
      left -= read;
    }
    if (ByteBuffer.wrap(in.readNBytes(Long.BYTES)).getLong() != checksum.getValue()) {
      throw new DamagedFile(file + " is damaged: its checksum is wrong");
    }
  }

  /** Some bytes are not as they were written. */
  static final class DamagedFile extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedFile(String message) {
      super(message);
    }
  }
}
