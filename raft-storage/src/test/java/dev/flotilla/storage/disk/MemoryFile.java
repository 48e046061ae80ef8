package dev.flotilla.storage.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What a file of a {@link MemoryDisk} holds, now and after a power cut. Guarded by the disk. */
final class MemoryFile {
  private static final int SECTOR_BYTES = 512;

  private Content now;
  private Content durable;

  MemoryFile() {
    this(new byte[0]);
  }

  MemoryFile(byte[] bytes) {
    now = new Content(bytes);
    durable = new Content(bytes);
  }

  /** Takes up what survived. */
  void restart() {
    now = new Content(durable.toArray());
  }

  byte[] bytes() {
    return now.toArray();
  }

  byte[] forcedBytes() {
    return durable.toArray();
  }

  int size() {
    return now.size;
  }

  int read(ByteBuffer target, long offset) {
    int count = (int) Math.max(0, Math.min(target.remaining(), now.size - offset));
    if (count > 0) {
      target.put(now.bytes, (int) offset, count);
    }
    return count;
  }

  Write write(ByteBuffer source, long offset) {
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    return new Write(this, Math.toIntExact(offset), bytes);
  }

  /** Called with the borders of a sector's part of a write. */
  interface SectorVisitor {
    void visit(int from, int to);
  }

  /** A write that was not forced yet. */
  static final class Write implements MemoryDisk.Change {
    private final MemoryFile file;
    private final int offset;
    private final byte[] bytes;
    private boolean isAwaited;

    private Write(MemoryFile file, int offset, byte[] bytes) {
      this.file = file;
      this.offset = offset;
      this.bytes = bytes;
    }

    boolean isTo(MemoryFile other) {
      return file == other;
    }

    /** A force that is one behind: makes durable what the one before was asked to. */
    boolean isDue(MemoryFile forced) {
      if (!isTo(forced)) {
        return false;
      }
      boolean due = isAwaited;
      if (due) {
        makeDurable();
      }
      isAwaited = true;
      return due;
    }

    int length() {
      return bytes.length;
    }

    /** By how much the file grows. */
    int growth() {
      return Math.max(0, offset + bytes.length - file.now.size);
    }

    void apply() {
      file.now.put(offset, bytes, 0, bytes.length);
    }

    void makeDurable() {
      makeDurable(0, bytes.length);
    }

    void makeDurable(int from, int to) {
      file.durable.put(offset, bytes, from, to);
    }

    void forEachSector(SectorVisitor visitor) {
      int from = 0;
      while (from < bytes.length) {
        int to = Math.min(bytes.length, from + SECTOR_BYTES - (offset + from) % SECTOR_BYTES);
        visitor.visit(from, to);
        from = to;
      }
    }
  }

  private static final class Content {
    private byte[] bytes;
    private int size;

    Content(byte[] bytes) {
      this.bytes = bytes.clone();
      this.size = bytes.length;
    }

    void put(int offset, byte[] source, int from, int to) {
      if (offset + to > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(offset + to, bytes.length * 2));
      }
      System.arraycopy(source, from, bytes, offset + from, to - from);
      size = Math.max(size, offset + to);
    }

    byte[] toArray() {
      return Arrays.copyOf(bytes, size);
    }
  }
}
