package dev.flotilla.systemtests;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that takes the room of a file system, and gives it back. One thread. */
final class Ballast implements AutoCloseable {
  private static final int PIECE_BYTES = 1 << 20;

  private final Path file;
  private final FileStore store;

  Ballast(Path fileSystem) throws IOException {
    this.file = fileSystem.resolve("ballast");
    this.store = Files.getFileStore(fileSystem);
  }

  /** Takes all but so many bytes; others may write meanwhile. */
  void leave(long bytes) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (long more = more(bytes); more > 0; more = more(bytes)) {
        piece.clear().limit((int) Math.min(PIECE_BYTES, more));
        try {
          channel.write(piece);
        } catch (IOException e) {
          // Somebody else was faster: it is full.
          return;
        }
      }
    }
  }

  private long more(long left) throws IOException {
    return store.getUsableSpace() - left;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
