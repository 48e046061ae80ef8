package dev.flotilla.storage.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A directory that is looked at only: nobody who is handed one can change a byte, nor take a lock.
 * Needs no right to write. Any thread.
 *
 * <p>What changes something throws {@link ReadOnlyFileSystemException}, and a write to an open file
 * {@link java.nio.channels.NonWritableChannelException}.
 */
public class ReadOnlyDisk implements Disk {
  private final Disk disk;

  /**
   * Names a directory of the operating system; nothing is touched.
   *
   * @param root the directory
   */
  public ReadOnlyDisk(Path root) {
    this(new FileDisk(root));
  }

  /** A part of a directory, or all of it. */
  protected ReadOnlyDisk(Disk disk) {
    this.disk = disk;
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
    return disk instanceof FileDisk directory
        ? new ChannelFile(directory.path(name), StandardOpenOption.READ)
        : disk.open(name);
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
  public Closeable lock(String name) {
    throw new ReadOnlyFileSystemException();
  }
}
