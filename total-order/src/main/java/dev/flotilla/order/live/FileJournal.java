package dev.flotilla.order.live;

import dev.flotilla.order.protocol.RaftJournal;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

/**
 * A file to which each record is appended, and forced to disk before {@link #force} returns.
 *
 * <p>It shows what forcing costs. Nothing reads it: a process that crashes never comes back. One
 * thread.
 */
public final class FileJournal implements RaftJournal, AutoCloseable {
  private final Path file;
  private final FileChannel channel;

  private FileJournal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Makes the file {@code raft-PROCESS.log}.
   *
   * @param directory where; made if it is not there
   * @param process the number of the process
   * @throws IOException if the file is there, or cannot be made
   */
  public static FileJournal create(Path directory, int process) throws IOException {
    Path file = Files.createDirectories(directory).resolve("raft-%s.log".formatted(process));
    return new FileJournal(
        file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  @Override
  public void force(Supplier<Bytes> record) {
    Bytes content = record.get();
    ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES + content.size());
    buffer.putInt(content.size());
    content.copyTo(buffer);
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be forced: %s; make room on its disk".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
