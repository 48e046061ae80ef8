package dev.flotilla.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** A descriptor of a {@link MemoryFile}. */
final class OpenFile implements DiskFile {
  private final MemoryDisk disk;
  private final MemoryFile file;
  private final int bornIn;
  private volatile boolean closed;

  OpenFile(MemoryDisk disk, MemoryFile file, int bornIn) {
    this.disk = disk;
    this.file = file;
    this.bornIn = bornIn;
  }

  MemoryFile file() {
    return file;
  }

  @Override
  public int read(ByteBuffer target, long offset) throws IOException {
    requireOpen();
    synchronized (disk) {
      disk.requireAlive(bornIn);
      int count = file.read(target, offset);
      disk.read(count);
      return count;
    }
  }

  @Override
  public void write(ByteBuffer source, long offset) throws IOException {
    requireOpen();
    disk.written(file.write(source, offset), bornIn);
  }

  @Override
  public void force() throws IOException {
    requireOpen();
    disk.forced(file, bornIn);
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    synchronized (disk) {
      disk.requireAlive(bornIn);
      return file.size();
    }
  }

  @Override
  public void close() {
    closed = true;
    disk.closed(this);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }
}
