package dev.flotilla.node.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file of the operating system. */
final class ChannelFile implements DiskFile {
  private final FileChannel channel;

  ChannelFile(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(ByteBuffer target, long offset) throws IOException {
    int total = 0;
    while (target.hasRemaining()) {
      int count = channel.read(target, offset + total);
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
      place += channel.write(source, place);
    }
  }

  @Override
  public void force() throws IOException {
    // Not the time stamps: fdatasync, which also brings a changed size to the disk.
    channel.force(false);
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
