package dev.flotilla.storage.snapshot;

import static dev.flotilla.storage.snapshot.SnapshotFormat.BLOCK_BYTES;
import static dev.flotilla.storage.snapshot.SnapshotFormat.BLOCK_HEADER_BYTES;
import static dev.flotilla.storage.snapshot.SnapshotFormat.HEADER_BYTES;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads one snapshot file, block by block, each checked. One thread at a time; blocks on the disk,
 * and needs the memory of one block. The file's room on the disk is free only when it is closed.
 */
public final class SnapshotReader extends InputStream {
  private static final long NO_BLOCK = -1;

  private final Disk disk;
  private final String name;
  private final DiskFile file;
  private final long key;
  private final SnapshotMetadata metadata;
  private final long contentPlace;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_HEADER_BYTES + BLOCK_BYTES);
  private long blockNumber = NO_BLOCK;
  private long place;

  /**
   * Opens a file and reads its metadata.
   *
   * @throws DamagedLog if they are not intact
   */
  SnapshotReader(Disk disk, String name, long key) throws IOException {
    this.disk = disk;
    this.name = name;
    this.key = key;
    this.file = disk.open(name);
    try {
      ByteBuffer metadataBytes = readMetadata();
      this.contentPlace = (long) HEADER_BYTES + metadataBytes.limit();
      this.metadata = SnapshotFormat.metadata(metadataBytes);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Which snapshot it is. */
  public SnapshotMetadata metadata() {
    return metadata;
  }

  /** Reads all of it, and refuses damage. */
  void verify() throws IOException {
    long blocks = (metadata.sizeBytes() + BLOCK_BYTES - 1) / BLOCK_BYTES;
    for (long number = 0; number < blocks; number++) {
      turnTo(number);
    }
    if (file.size() != contentPlace + metadata.sizeBytes() + blocks * BLOCK_HEADER_BYTES) {
      throw damaged(file.size(), "its size is not what it should be");
    }
  }

  /** Of a file that was being written: up to where its writer forced it, or was about to. */
  long forcedBytes() throws IOException {
    long written = (file.size() - contentPlace) / (BLOCK_HEADER_BYTES + BLOCK_BYTES);
    // Without the last byte, with which it becomes complete.
    long blocks = Math.min(written, (metadata.sizeBytes() - 1) / BLOCK_BYTES);
    return blocks
        / SnapshotWriter.FORCE_INTERVAL_BLOCKS
        * SnapshotWriter.FORCE_INTERVAL_BLOCKS
        * BLOCK_BYTES;
  }

  /**
   * Reads a piece, at most to the end of its block.
   *
   * @param offset before the end, in bytes
   * @return at least one byte, at most so many
   * @throws DamagedLog if it is not intact
   */
  public Bytes read(long offset, int maxBytes) throws IOException {
    place = offset;
    byte[] data = new byte[(int) Math.min(maxBytes, left())];
    int count = read(data, 0, data.length);
    return Bytes.wrap(count == data.length ? data : Arrays.copyOf(data, count));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left() <= 0) {
      return -1;
    }
    turnTo(place / BLOCK_BYTES);
    int at = (int) (place % BLOCK_BYTES);
    int count = Math.min(length, block.limit() - BLOCK_HEADER_BYTES - at);
    block.get(BLOCK_HEADER_BYTES + at, target, offset, count);
    place += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private long left() {
    return metadata.sizeBytes() - place;
  }

  private void turnTo(long number) throws IOException {
    if (number == blockNumber) {
      return;
    }
    blockNumber = NO_BLOCK;
    long at = contentPlace + number * (BLOCK_HEADER_BYTES + BLOCK_BYTES);
    int expected = (int) Math.min(BLOCK_BYTES, metadata.sizeBytes() - number * BLOCK_BYTES);
    block.clear().limit(BLOCK_HEADER_BYTES + expected);
    int count = file.read(block, at);
    boolean isIntact =
        count == BLOCK_HEADER_BYTES + expected
            && block.getInt(Integer.BYTES) == expected
            && block.getInt(0)
                == SnapshotFormat.crc(block.slice(Integer.BYTES, Integer.BYTES + expected), key);
    if (!isIntact) {
      throw damaged(at, "a block is not intact");
    }
    block.flip();
    blockNumber = number;
  }

  private ByteBuffer readMetadata() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    int length = file.read(header, 0) < HEADER_BYTES ? -1 : SnapshotFormat.metadataBytes(header);
    if (length < 0) {
      throw damaged(0, "the header is not intact");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    int count = file.read(bytes, HEADER_BYTES);
    bytes.flip();
    if (count < length
        || SnapshotFormat.metadataCrc(header) != SnapshotFormat.crc(bytes.duplicate(), key)) {
      throw damaged(0, "the header is not intact");
    }
    return bytes;
  }

  private DamagedLog damaged(long offset, String finding) {
    return new DamagedLog(disk.location(), name, offset, 0, finding);
  }
}
