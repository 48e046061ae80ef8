package dev.flotilla.sim;

import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk in memory whose forces take time, and whose reads may fail. */
final class SimulatedDisk implements Disk {
  /** What happens around a force, and at a read. */
  interface Attendant {
    /** A force begins. */
    void forcing() throws IOException;

    /** A force has ended. */
    void forced() throws IOException;

    /** A read begins. */
    void reading() throws IOException;

    /** The names are to change. */
    void naming() throws IOException;
  }

  private final MemoryDisk disk;
  private final Attendant attendant;

  SimulatedDisk(MemoryDisk disk, Attendant attendant) {
    this.disk = disk;
    this.attendant = attendant;
  }

  @Override
  public String location() {
    return disk.location();
  }

  @Override
  public List<String> list() {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    attendant.naming();
    return new File(disk.create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new File(disk.open(name));
  }

  @Override
  public void delete(String name) throws IOException {
    attendant.naming();
    disk.delete(name);
  }

  @Override
  public void replace(String source, String target) throws IOException {
    attendant.naming();
    disk.replace(source, target);
  }

  @Override
  public void moveInto(String source, String folder, String name) throws IOException {
    attendant.naming();
    disk.moveInto(source, folder, name);
  }

  @Override
  public void sync() throws IOException {
    attendant.naming();
    disk.sync();
  }

  @Override
  public long usableBytes() throws IOException {
    return disk.usableBytes();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    return disk.lock(name);
  }

  private final class File implements DiskFile {
    private final DiskFile file;

    File(DiskFile file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      attendant.reading();
      return file.read(target, offset);
    }

    @Override
    public void write(ByteBuffer source, long offset) throws IOException {
      file.write(source, offset);
    }

    @Override
    public void force() throws IOException {
      attendant.forcing();
      file.force();
      attendant.forced();
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
