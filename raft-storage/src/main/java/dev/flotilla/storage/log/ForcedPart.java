package dev.flotilla.storage.log;

import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A data directory without whatever its log holds behind a place. Behind the {@link ForcedMark} a
 * running server is writing, and what is half written looks like damage; up to there nothing
 * changes any more. Any thread.
 */
final class ForcedPart extends ReadOnlyDisk {
  private final Place end;

  ForcedPart(Disk disk, Place end) {
    super(disk);
    this.end = end;
  }

  @Override
  public List<String> list() throws IOException {
    return super.list().stream().filter(name -> !isBehind(name)).toList();
  }

  @Override
  public DiskFile open(String name) throws IOException {
    DiskFile file = super.open(name);
    return name.equals(SegmentFiles.name(end.segment())) ? new Blanked(file, end.offset()) : file;
  }

  /** Names of segments are as long as each other up to ten thousand million of them. */
  private boolean isBehind(String name) {
    String last = SegmentFiles.name(end.segment());
    return SegmentFiles.isSegment(name)
        && (name.length() > last.length()
            || (name.length() == last.length() && name.compareTo(last) > 0));
  }

  /**
   * A file that reads as zeros from an offset on.
   *
   * @param file the file
   * @param end the offset
   */
  private record Blanked(DiskFile file, int end) implements DiskFile {
    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      int start = target.position();
      int count = file.read(target, offset);
      for (long at = Math.max(offset, end); at < offset + count; at++) {
        target.put(start + (int) (at - offset), (byte) 0);
      }
      return count;
    }

    @Override
    public void write(ByteBuffer source, long offset) throws IOException {
      file.write(source, offset);
    }

    @Override
    public void force() throws IOException {
      file.force();
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
