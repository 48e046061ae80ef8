package dev.flotilla.bdb.pairs;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a batch changes, in the order of keys, before it is written: each key once, however often it
 * was changed.
 *
 * <p>Owned by the apply thread. Holds new values only, which a batch's own size bounds.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class Changes {
  private static final class Change {
    private final boolean wasThere;
    private final byte @Nullable [] value;

    Change(boolean wasThere, byte @Nullable [] value) {
      this.wasThere = wasThere;
      this.value = value;
    }
  }

  private final KeyValueDatabase database;
  private final TreeMap<byte[], Change> byKey = new TreeMap<>(Arrays::compareUnsigned);

  public Changes(KeyValueDatabase database) {
    this.database = database;
  }

  /** The leases, which change at once; the batch is all or nothing. */
  public LeaseTable leases() {
    return database.leases();
  }

  /** The value of a key, as the batch has left it so far; null for none. */
  public byte @Nullable [] get(byte[] key) {
    Change changed = byKey.get(key);
    return changed == null ? database.get(key) : changed.value;
  }

  /** Sets or, with null, deletes. */
  public void set(byte[] key, byte @Nullable [] value) {
    Change changed = byKey.get(key);
    boolean wasThere = changed == null ? database.contains(key) : changed.wasThere;
    byKey.put(key, new Change(wasThere, value));
  }

  /** How many keys there are more than before. */
  long growth() {
    long growth = 0;
    for (Change each : byKey.values()) {
      growth += (each.value == null ? 0 : 1) - (each.wasThere ? 1 : 0);
    }
    return growth;
  }

  /** Visits the keys with their new values, null for those that are gone. */
  public void forEach(BiConsumer<byte[], byte @Nullable []> visitor) {
    byKey.forEach((key, change) -> visitor.accept(key, change.value));
  }
}
