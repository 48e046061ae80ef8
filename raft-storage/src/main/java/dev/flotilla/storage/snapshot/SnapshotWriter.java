package dev.flotilla.storage.snapshot;

import static dev.flotilla.storage.snapshot.SnapshotFormat.BLOCK_BYTES;
import static dev.flotilla.storage.snapshot.SnapshotFormat.BLOCK_HEADER_BYTES;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Writes one snapshot file under a temporary name. One thread at a time; needs the memory of one
 * block. Blocks on the disk.
 *
 * <p>It forces as it goes on, a megabyte at a time: the end is no force of everything, for which
 * the log's own forces would have to wait. What the disk refuses is an {@link UnwritableSnapshot},
 * and so is what would leave too little of it to others: that it looks at before each megabyte.
 * What was refused once is not completed, even if who wrote it kept that to itself, as a {@code
 * PrintWriter} does.
 */
public final class SnapshotWriter extends OutputStream {
  /** It forces what it has written whenever there are so many blocks more. */
  static final int FORCE_INTERVAL_BLOCKS = 16;

  private final DiskFile file;
  private final String name;
  private final long key;
  private final Reserve reserve;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_HEADER_BYTES + BLOCK_BYTES);
  private final MessageDigest digest = sha256();
  private long filePlace;
  private long sizeBytes;
  private int unforcedBlocks;
  private boolean isClosed;
  private @Nullable UnwritableSnapshot failure;

  SnapshotWriter(
      DiskFile file, String name, long key, Reserve reserve, Configuration configuration) {
    this.file = file;
    this.name = name;
    this.key = key;
    this.reserve = reserve;
    this.filePlace = SnapshotFormat.headerBytes(configuration);
    block.position(BLOCK_HEADER_BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  String name() {
    return name;
  }

  /** The bytes written so far. */
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    requireNoFailure();
    int at = offset;
    int left = length;
    while (left > 0) {
      int piece = Math.min(left, block.remaining());
      block.put(source, at, piece);
      at += piece;
      left -= piece;
      if (!block.hasRemaining()) {
        writeBlock();
      }
    }
    digest.update(source, offset, length);
    sizeBytes += length;
  }

  /**
   * Says before the content what it will be, so that after a restart what was forced of it is of
   * use. It is complete only when it is {@link #seal sealed}, under another name.
   */
  void announce(SnapshotMetadata metadata) throws UnwritableSnapshot {
    try {
      file.write(SnapshotFormat.header(metadata, key), 0);
    } catch (IOException e) {
      throw new UnwritableSnapshot(name, 0, e);
    }
  }

  /** Goes on after whole blocks that are there already. */
  void takeOver(SnapshotReader reader, long bytes) throws IOException {
    if (sizeBytes > 0 || bytes % BLOCK_BYTES != 0) {
      throw new IllegalArgumentException("not whole blocks at its beginning: " + bytes);
    }
    while (sizeBytes < bytes) {
      byte[] data = reader.read(sizeBytes, BLOCK_BYTES).toArray();
      digest.update(data);
      sizeBytes += data.length;
      filePlace += BLOCK_HEADER_BYTES + data.length;
    }
  }

  /** Writes the last block, and returns a checksum of all content. */
  public long endContent() throws IOException {
    requireNoFailure();
    if (block.position() > BLOCK_HEADER_BYTES) {
      writeBlock();
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  /** Makes the file complete and durable but for its name, and closes it. */
  void seal(SnapshotMetadata metadata) throws IOException {
    try {
      file.write(SnapshotFormat.header(metadata, key), 0);
      file.force();
    } catch (IOException e) {
      throw new UnwritableSnapshot(name, sizeBytes, e);
    }
    close();
  }

  /** Closes the file; without more, it is of no use and removed by the next one or a restart. */
  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      file.close();
    }
  }

  private void requireNoFailure() throws UnwritableSnapshot {
    if (failure != null) {
      throw new UnwritableSnapshot(failure);
    }
  }

  private void writeBlock() throws IOException {
    int length = block.position() - BLOCK_HEADER_BYTES;
    block.flip();
    block.putInt(Integer.BYTES, length);
    block.putInt(0, SnapshotFormat.crc(block.slice(Integer.BYTES, Integer.BYTES + length), key));
    int bytes = block.limit();
    try {
      if (unforcedBlocks == 0) {
        reserve.require(name, sizeBytes, 0);
      }
      file.write(block, filePlace);
      unforcedBlocks++;
      if (unforcedBlocks >= FORCE_INTERVAL_BLOCKS) {
        file.force();
        unforcedBlocks = 0;
      }
    } catch (UnwritableSnapshot e) {
      failure = e;
      throw e;
    } catch (IOException e) {
      failure = new UnwritableSnapshot(name, sizeBytes, e);
      throw failure;
    }
    filePlace += bytes;
    block.clear().position(BLOCK_HEADER_BYTES);
  }
}
