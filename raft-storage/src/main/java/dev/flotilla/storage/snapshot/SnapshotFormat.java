package dev.flotilla.storage.snapshot;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.ConfigurationForm;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The form of a snapshot file, big endian:
 *
 * <pre>
 *  0  long  {@link #MAGIC}, which tells the version of this form
 *  8  int   CRC-32C of the metadata
 * 12  int   length of the metadata, then the metadata
 *     blocks: int CRC-32C of what follows, int length, data; all full but the last one
 * </pre>
 *
 * <p>Every checksum begins with the log's key, so that no file of another directory fits in.
 */
final class SnapshotFormat {
  /** "FLOTSNP1". */
  static final long MAGIC = 0x464c_4f54_534e_5031L;

  static final int HEADER_BYTES = 16;
  static final int BLOCK_HEADER_BYTES = 8;

  /** The data of one block. */
  static final int BLOCK_BYTES = 64 * 1024;

  /** All of the metadata before the configuration. */
  private static final int POSITION_BYTES = 5 * Long.BYTES + Integer.BYTES;

  private static final int MIN_METADATA_BYTES =
      POSITION_BYTES + ConfigurationForm.sizeOf(Configuration.NONE);
  private static final int MAX_METADATA_BYTES = 1024 * 1024;

  private SnapshotFormat() {}

  /** How much the header takes, whatever size and checksum will be. */
  static int headerBytes(Configuration configuration) {
    return HEADER_BYTES + POSITION_BYTES + ConfigurationForm.sizeOf(configuration);
  }

  static ByteBuffer header(SnapshotMetadata metadata, long key) {
    ByteBuffer header = ByteBuffer.allocate(headerBytes(metadata.configuration()));
    header.position(HEADER_BYTES);
    header.putLong(metadata.last().index()).putLong(metadata.last().term());
    header.putLong(metadata.timeMillis()).putLong(metadata.sizeBytes());
    header.putLong(metadata.checksum()).putInt(metadata.version());
    ConfigurationForm.write(metadata.configuration(), header);
    header.flip();
    int length = header.limit() - HEADER_BYTES;
    header.putLong(0, MAGIC).putInt(Long.BYTES + Integer.BYTES, length);
    return header.putInt(Long.BYTES, crc(header.slice(HEADER_BYTES, length), key));
  }

  /** How long the metadata are, or -1 if this is no header. */
  static int metadataBytes(ByteBuffer header) {
    int length = header.getInt(Long.BYTES + Integer.BYTES);
    return header.getLong(0) == MAGIC
            && length >= MIN_METADATA_BYTES
            && length <= MAX_METADATA_BYTES
        ? length
        : -1;
  }

  static int metadataCrc(ByteBuffer header) {
    return header.getInt(Long.BYTES);
  }

  /** Reads metadata whose checksum was right. */
  static SnapshotMetadata metadata(ByteBuffer source) throws IOException {
    try {
      LogPosition last = new LogPosition(source.getLong(), source.getLong());
      long timeMillis = source.getLong();
      long sizeBytes = source.getLong();
      long checksum = source.getLong();
      int version = source.getInt();
      Configuration configuration = ConfigurationForm.read(source);
      return new SnapshotMetadata(last, timeMillis, configuration, version, sizeBytes, checksum);
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      throw new IOException("another version wrote the metadata of this snapshot", e);
    }
  }

  static int crc(ByteBuffer data, long key) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key));
    crc.update(data);
    return (int) crc.getValue();
  }
}
