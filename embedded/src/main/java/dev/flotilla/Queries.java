package dev.flotilla;

import dev.flotilla.raft.model.Bytes;
import java.util.Arrays;

/** How a typed query travels in one piece of bytes: its name, a line feed, its parameters. */
final class Queries {
  private Queries() {}

  /** A query's parts. */
  record Named(String command, Bytes parameters) {}

  static Bytes encode(Named query) {
    byte[] name = Bytes.utf8(query.command() + "\n").toArray();
    byte[] all = Arrays.copyOf(name, name.length + query.parameters().size());
    System.arraycopy(query.parameters().toArray(), 0, all, name.length, query.parameters().size());
    return Bytes.wrap(all);
  }

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
