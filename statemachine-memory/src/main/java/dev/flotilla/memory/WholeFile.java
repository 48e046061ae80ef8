package dev.flotilla.memory;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

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

  /**
   * Replaces a file, durably; what was there stays until the new one is durable.
   *
   * @throws UnwritableFile if the disk does not take it; the room that it took is given back
   * @throws IOException what the content throws, or if the file cannot take its name
   */
  static void write(Path file, Content content) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + NEW);
    try {
      writeNew(next, content);
    } catch (IOException | RuntimeException e) {
      deleteQuietly(next, e);
      throw e;
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    // On POSIX a directory can be opened for reading and forced; without, a power cut undoes names.
    try (FileChannel folder =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  private static void writeNew(Path next, Content content) throws IOException {
    try (FileChannel channel = create(next)) {
      CheckedOutputStream checked =
          new CheckedOutputStream(
              new BufferedOutputStream(
                  new Target(next, Channels.newOutputStream(channel)), BUFFER_BYTES),
              new CRC32C());
      DataOutputStream out = new DataOutputStream(checked);
      content.writeTo(out);
      out.writeLong(checked.getChecksum().getValue());
      out.flush();
      force(next, channel);
    }
  }

  private static FileChannel create(Path next) throws IOException {
    try {
      return FileChannel.open(
          next,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UnwritableFile(next, e);
    }
  }

  private static void force(Path next, FileChannel channel) throws IOException {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw new UnwritableFile(next, e);
    }
  }

  private static void deleteQuietly(Path file, Exception cause) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      cause.addSuppressed(e);
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

  /**
   * Whose failures can be told from those of the content. After one it takes nothing more: whoever
   * kept it to itself, as a {@code PrintWriter} does, must not end with a part of the content.
   */
  static final class Target extends FilterOutputStream {
    private final Path file;
    private @Nullable IOException failure;

    Target(Path file, OutputStream disk) {
      super(disk);
      this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      requireNoFailure();
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw new UnwritableFile(file, e);
      }
    }

    @Override
    public void flush() throws IOException {
      requireNoFailure();
    }

    private void requireNoFailure() throws UnwritableFile {
      if (failure != null) {
        throw new UnwritableFile(file, failure);
      }
    }
  }

  /**
   * The disk does not take a file, mostly for lack of space: not what its content throws. Nothing
   * relies on the file yet.
   */
  static final class UnwritableFile extends IOException {
    private static final long serialVersionUID = 1L;

    UnwritableFile(Path file, IOException cause) {
      super(file + " could not be written: " + cause.getMessage(), cause);
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
