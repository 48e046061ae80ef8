package dev.flotilla.memory;

import dev.flotilla.memory.WholeFile.DamagedFile;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file {@code image}: a mark and a version (4 bytes each), the index of the last entry whose
 * effects it holds, the index after which executions are kept (8 each), the state as the machine
 * writes its snapshots, and the checksum of {@link WholeFile}.
 */
final class ImageFile {
  private static final String NAME = "image";
  private static final int MAGIC = 0x4649_4d47;
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

  /** What an image has beside the state. */
  static final int FRAME_BYTES = HEADER_BYTES + Long.BYTES;

  private final Path file;

  ImageFile(Path directory) {
    this.file = directory.resolve(NAME);
  }

  /**
   * What an image says of itself.
   *
   * @param lastIndex up to where it goes
   * @param recalledAfter executions up to here are not wanted any more
   */
  record Header(long lastIndex, long recalledAfter) {
    /** That of no image. */
    static final Header NONE = new Header(0, 0);
  }

  /** Writes a state. */
  interface State {
    void writeTo(OutputStream target) throws IOException;
  }

  Path path() {
    return file;
  }

  /**
   * Finds the image; it is whole then.
   *
   * @return {@link Header#NONE} if there is none
   * @throws DamagedFile if it is damaged
   * @throws IOException if it cannot be read, or another version of the program has written it
   */
  Header find() throws IOException {
    if (!Files.exists(file)) {
      return Header.NONE;
    }
    try (DataInputStream in = WholeFile.open(file)) {
      return header(in);
    }
  }

  private Header header(DataInputStream in) throws IOException {
    int magic = in.readInt();
    int version = in.readInt();
    if (magic != MAGIC || version != VERSION) {
      throw new IOException(
          "%s is no image that this program knows; start the program that wrote it, or move the"
                  .formatted(file)
              + " file away to have the state rebuilt from the log");
    }
    return new Header(in.readLong(), in.readLong());
  }

  void write(Header header, State state) throws IOException {
    WholeFile.write(
        file,
        out -> {
          out.writeInt(MAGIC);
          out.writeInt(VERSION);
          out.writeLong(header.lastIndex());
          out.writeLong(header.recalledAfter());
          state.writeTo(out);
        });
  }

  /**
   * Restores a machine from the image that was found.
   *
   * @throws IOException also if the machine refuses the state
   */
  void restore(RestorableStateMachine machine) throws IOException {
    try (DataInputStream in = WholeFile.open(file)) {
      long stateBytes = Files.size(file) - FRAME_BYTES;
      Header header = header(in);
      machine.restoreFrom(new Part(in, stateBytes), header.lastIndex());
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "%s cannot be restored: %s; start with the state machine that wrote it, or move the file"
                  .formatted(file, e.getMessage() == null ? e : e.getMessage())
              + " away to have the state rebuilt from the log",
          e);
    }
  }

  /** So many bytes of a stream, which it does not close. */
  private static final class Part extends InputStream {
    private final InputStream whole;
    private long left;

    Part(InputStream whole, long left) {
      this.whole = whole;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      if (left == 0) {
        return -1;
      }
      left--;
      return whole.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left == 0 && length > 0) {
        return -1;
      }
      int read = whole.read(target, offset, (int) Math.min(left, length));
      left -= Math.max(0, read);
      return read;
    }
  }
}
