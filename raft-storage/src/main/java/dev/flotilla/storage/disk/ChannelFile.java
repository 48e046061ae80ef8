package dev.flotilla.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** A file of the operating system. What fails names it, and where. */
final class ChannelFile implements DiskFile {
  private final Path path;
  private final FileChannel channel;

  ChannelFile(Path path, OpenOption... options) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, Set.of(options), OwnerOnly.newFile(path));
  }

  @Override
  public int read(ByteBuffer target, long offset) throws IOException {
    int total = 0;
    while (target.hasRemaining()) {
      int count;
      try {
        count = channel.read(target, offset + total);
      } catch (IOException e) {
        throw named("reading at " + (offset + total), e);
      }
      if (count < 0) {
        break;
      }
      total += count;
    }
    return total;
  }

  @Override
  public void write(ByteBuffer source, long offset) throws IOException {
    long place = offset;
    while (source.hasRemaining()) {
      try {
        place += channel.write(source, place);
      } catch (IOException e) {
        throw named("writing at " + place, e);
      }
    }
  }

  @Override
  public void force() throws IOException {
    try {
      // Not the time stamps: fdatasync, which also brings a changed size to the disk.
      channel.force(false);
    } catch (IOException e) {
      throw named("forcing", e);
    }
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** The operating system's own message is no more than {@code Input/output error}. */
  private IOException named(String what, IOException e) {
    if (e instanceof ClosedChannelException) {
      return e;
    }
    FileSystemException named =
        new FileSystemException(path.toString(), null, what + ": " + e.getMessage());
    named.initCause(e);
    return named;
  }
}
