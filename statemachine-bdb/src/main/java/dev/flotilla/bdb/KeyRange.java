package dev.flotilla.bdb;

import dev.flotilla.raft.model.Bytes;
import java.util.Arrays;

/**
 * A range of keys in the order of their bytes.
 *
 * @param from the first key; empty to begin with the first of all
 * @param to the key before which it ends; empty for no end
 */
record KeyRange(Bytes from, Bytes to) {
  /** All keys that begin with a prefix. */
  static KeyRange ofPrefix(Bytes prefix) {
    byte[] end = prefix.toArray();
    int last = end.length - 1;
    while (last >= 0 && end[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      return new KeyRange(prefix, Bytes.EMPTY);
    }
    end = Arrays.copyOf(end, last + 1);
    end[last]++;
    return new KeyRange(prefix, Bytes.wrap(end));
  }

  /** One key alone. */
  static KeyRange of(Bytes key) {
    byte[] from = key.toArray();
    return new KeyRange(key, Bytes.wrap(Arrays.copyOf(from, from.length + 1)));
  }

  boolean has(Bytes key) {
    return Arrays.compareUnsigned(key.toArray(), from.toArray()) >= 0
        && (to.size() == 0 || Arrays.compareUnsigned(key.toArray(), to.toArray()) < 0);
  }
}
