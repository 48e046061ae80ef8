package dev.flotilla.bdb;

import dev.flotilla.bdb.pairs.KeyValuePair;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A key-value store in a snapshot: every pair in the order of keys, and how many there were.
 *
 * <p>A mark and a version (4 bytes each); each pair's key and value, each after its length (4); a
 * length of 0, and the number of pairs (8). The same bytes on every member that has the same pairs.
 */
final class KeyValueStream {
  private static final int MAGIC = 0x464b_5353;
  private static final int VERSION = 1;
  private static final int BATCH_PAIRS = 500;
  private static final int BATCH_BYTES = 1 << 20;

  private KeyValueStream() {}

  /** Writes pairs one by one. */
  static final class Writer {
    private final DataOutputStream out;
    private long count;

    Writer(OutputStream target) throws IOException {
      this.out = new DataOutputStream(target);
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
    }

    void write(KeyValuePair pair) throws IOException {
      out.writeInt(pair.key().length);
      out.write(pair.key());
      out.writeInt(pair.value().length);
      out.write(pair.value());
      count++;
    }

    /** Ends it; there must be as many as the state had. */
    void end(long expected) throws IOException {
      if (count != expected) {
        throw new IOException(
            "the key-value store had %s pairs, and %s were written".formatted(expected, count));
      }
      out.writeInt(0);
      out.writeLong(count);
      out.flush();
    }
  }

  /**
   * Reads pairs, batch by batch.
   *
   * @return how many there were
   * @throws IOException if it is no key-value store, or one that has been cut off or mixed up
   */
  static long read(InputStream source, Consumer<List<KeyValuePair>> visitor) throws IOException {
    DataInputStream in = new DataInputStream(source);
    try {
      requireFormat(in);
      return readPairs(in, visitor);
    } catch (EOFException e) {
      throw new IOException("the key-value store in the snapshot is cut off", e);
    }
  }

  private static void requireFormat(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException(
          "the snapshot holds no key-value store; all members need the same machine");
    }
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException(
          "the snapshot holds a key-value store of format %s, this program knows format %s"
              .formatted(version, VERSION));
    }
  }

  private static long readPairs(DataInputStream in, Consumer<List<KeyValuePair>> visitor)
      throws IOException {
    List<KeyValuePair> batch = new ArrayList<>();
    byte[] previous = {};
    long bytes = 0;
    long count = 0;
    for (int length = in.readInt(); length != 0; length = in.readInt()) {
      byte[] key = read(in, length, KeyValueStore.MAX_KEY_BYTES, count);
      byte[] value = read(in, in.readInt(), KeyValueStore.MAX_VALUE_BYTES, count);
      if (Arrays.compareUnsigned(previous, key) >= 0) {
        throw new IOException("pair " + count + " of the key-value store is not in its place");
      }
      KeyValuePair pair = new KeyValuePair(key, value);
      batch.add(pair);
      previous = key;
      bytes += pair.sizeBytes();
      count++;
      if (batch.size() == BATCH_PAIRS || bytes >= BATCH_BYTES) {
        visitor.accept(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
    }
    long expected = in.readLong();
    if (count != expected) {
      throw new IOException("the key-value store has %s pairs, not %s".formatted(count, expected));
    }
    visitor.accept(batch);
    return count;
  }

  private static byte[] read(DataInputStream in, int length, int limit, long pair)
      throws IOException {
    if (length < 0 || length > limit) {
      throw new IOException(
          "pair %s of the key-value store has a part of %s bytes".formatted(pair, length));
    }
    byte[] content = new byte[length];
    in.readFully(content);
    return content;
  }
}
