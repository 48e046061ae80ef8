package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.RecordFormat.LENGTH;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The CRC-32C of a record, begun with the log's key. One thread at a time.
 *
 * <p>The key is random and never leaves the data directory: so no client can send a command that
 * contains what recovery would take for a record, and no segment of another directory fits in.
 */
final class RecordChecksum {
  private final ByteBuffer key = ByteBuffer.allocate(Long.BYTES);
  private final CRC32C crc = new CRC32C();

  RecordChecksum(long key) {
    this.key.putLong(0, key);
  }

  /** Of a record in a buffer, whose position and limit are as before afterwards. */
  int of(ByteBuffer buffer, int start, int length) {
    int position = buffer.position();
    int limit = buffer.limit();
    crc.reset();
    crc.update(key.rewind());
    crc.update(buffer.limit(start + length).position(start + LENGTH));
    buffer.limit(limit).position(position);
    return (int) crc.getValue();
  }
}
