package dev.flotilla.bdb;

import dev.flotilla.bdb.pairs.KeyValuePair;
import dev.flotilla.bdb.pairs.LeaseTable;
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
 * length of 0, and the number of pairs (8). If there are leases, the version is 2, and these
 * follow: how many (4), and of each its id, time, end (8 each) and kind (1); how many leased keys
 * (4), and of each the key after its length (4) and the id (8). The same bytes on every member that
 * has the same pairs and leases.
 */
final class KeyValueStream {
  private static final int MAGIC = 0x464b_5353;
  private static final int WITHOUT_LEASES = 1;
  private static final int WITH_LEASES = 2;
  private static final int BATCH_PAIRS = 500;
  private static final int BATCH_BYTES = 1 << 20;

  private KeyValueStream() {}

  /** Writes pairs one by one. */
  static final class Writer {
    private final DataOutputStream out;
    private final LeaseTable.Image leases;
    private long count;

    Writer(OutputStream target, LeaseTable.Image leases) throws IOException {
      this.out = new DataOutputStream(target);
      this.leases = leases;
      out.writeInt(MAGIC);
      out.writeInt(leases.leases().isEmpty() ? WITHOUT_LEASES : WITH_LEASES);
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
      if (!leases.leases().isEmpty()) {
        writeLeases();
      }
      out.flush();
    }

    private void writeLeases() throws IOException {
      out.writeInt(leases.leases().size());
      for (LeaseTable.Lease lease : leases.leases()) {
        out.writeLong(lease.id());
        out.writeLong(lease.ttlMillis());
        out.writeLong(lease.expiresMillis());
        out.writeBoolean(lease.isOfOneKey());
      }
      out.writeInt(leases.keys().size());
      for (LeaseTable.LeasedKey leased : leases.keys()) {
        out.writeInt(leased.key().length);
        out.write(leased.key());
        out.writeLong(leased.lease());
      }
    }
  }

  /**
   * Reads pairs, batch by batch, and then the leases if there are any.
   *
   * @return how many pairs there were
   * @throws IOException if it is no key-value store, or one that has been cut off or mixed up
   */
  static long read(
      InputStream source, Consumer<List<KeyValuePair>> visitor, Consumer<LeaseTable.Image> leases)
      throws IOException {
    DataInputStream in = new DataInputStream(source);
    try {
      int version = readVersion(in);
      long count = readPairs(in, visitor);
      if (version == WITH_LEASES) {
        leases.accept(readLeases(in));
      }
      return count;
    } catch (EOFException e) {
      throw new IOException("the key-value store in the snapshot is cut off", e);
    }
  }

  private static LeaseTable.Image readLeases(DataInputStream in) throws IOException {
    List<LeaseTable.Lease> leases = new ArrayList<>();
    for (int left = count(in); left > 0; left--) {
      leases.add(
          new LeaseTable.Lease(in.readLong(), in.readLong(), in.readLong(), in.readBoolean()));
    }
    List<LeaseTable.LeasedKey> keys = new ArrayList<>();
    for (int left = count(in); left > 0; left--) {
      byte[] key = read(in, in.readInt(), KeyValueStore.MAX_KEY_BYTES, keys.size());
      keys.add(new LeaseTable.LeasedKey(key, in.readLong()));
    }
    return new LeaseTable.Image(leases, keys);
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > KeyValueStore.MAX_LEASES) {
      throw new IOException("the key-value store has %s leases or leased keys".formatted(count));
    }
    return count;
  }

  private static int readVersion(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException(
          "the snapshot holds no key-value store; all members need the same machine");
    }
    int version = in.readInt();
    if (version != WITHOUT_LEASES && version != WITH_LEASES) {
      throw new IOException(
          "the snapshot holds a key-value store of format %s, this program knows up to format %s"
              .formatted(version, WITH_LEASES));
    }
    return version;
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
