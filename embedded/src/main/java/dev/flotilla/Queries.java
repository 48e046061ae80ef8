package dev.flotilla;

import dev.flotilla.raft.model.Bytes;
import java.util.Arrays;

/** Reads a typed query, as {@link dev.flotilla.codec.CommandCodec#questionOf} writes it. */
final class Queries {
  private Queries() {}

  /** A query's parts. */
  record Named(String command, Bytes parameters) {}

  /** Splits at the first line feed; without one, the whole is the name. */
  static Named decode(Bytes query) {
    byte[] all = query.toArray();
    int end = 0;
    while (end < all.length && all[end] != '\n') {
      end++;
    }
    String name = Bytes.copyOf(Arrays.copyOf(all, end)).toUtf8();
    int from = Math.min(all.length, end + 1);
    return new Named(name, Bytes.wrap(Arrays.copyOfRange(all, from, all.length)));
  }
}
