package dev.flotilla.storage.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A directory of the operating system that is looked at only: nobody who is handed one can change a
 * byte, nor take a lock. Needs no right to write. Any thread.
 *
 * <p>What changes something throws {@link ReadOnlyFileSystemException}, and a write to an open file
 * {@link java.nio.channels.NonWritableChannelException}.
 */
public final class ReadOnlyDisk implements Disk {
  private final FileDisk disk;

  /**
   * Names a directory; nothing is touched.
   *
   * @param root the directory
   */
  public ReadOnlyDisk(Path root) {
    disk = new FileDisk(root);
  }

  @Override
  public String location() {
    return disk.location();
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ChannelFile(disk.path(name), StandardOpenOption.READ);
  }

  @Override
  public DiskFile create(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void delete(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void replace(String source, String target) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void moveInto(String source, String folder, String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void sync() {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public long usableBytes() throws IOException {
    return disk.usableBytes();
  }

  @Override
  public DiskLock lock(String name) {
    throw new ReadOnlyFileSystemException();
  }
}
