package dev.flotilla.server.json;

import dev.flotilla.bdb.KeyValueChange;
import org.jspecify.annotations.Nullable;

/**
 * A change of a key: the document of each line of {@code kv watch}.
 *
 * @param change put, delete or dropped
 * @param index of the command; null if changes are dropped, as the key
 * @param value null unless one was put
 * @param fromIndex the first change that may be missing; null if none is, as {@code nextIndex}
 * @param nextIndex where the watch goes on
 */
public record PairChangeJson(
    String change,
    @Nullable Long index,
    @Nullable String key,
    @Nullable String value,
    @Nullable Long fromIndex,
    @Nullable Long nextIndex) {
  /** Of a change that was watched. */
  public static PairChangeJson of(KeyValueChange<String, String> change) {
    if (change instanceof KeyValueChange.Put<String, String> put) {
      return new PairChangeJson("put", put.index(), put.key(), put.value(), null, null);
    } else if (change instanceof KeyValueChange.Removed<String, String> removed) {
      return new PairChangeJson("delete", removed.index(), removed.key(), null, null, null);
    }
    KeyValueChange.Dropped<String, String> gap = (KeyValueChange.Dropped<String, String>) change;
    return new PairChangeJson("dropped", null, null, null, gap.fromIndex(), gap.nextIndex());
  }
}
