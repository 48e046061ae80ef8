package dev.flotilla.bdb;

import java.util.AbstractList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Pairs in the order of their keys' bytes. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KeyValuePairs<K, V> extends AbstractList<KeyValueClient.Entry<K, V>> {
  private final List<KeyValueClient.Entry<K, V>> pairs;
  private final OptionalLong index;

  KeyValuePairs(List<KeyValueClient.Entry<K, V>> pairs, OptionalLong index) {
    this.pairs = List.copyOf(pairs);
    this.index = index;
  }

  @Override
  public KeyValueClient.Entry<K, V> get(int place) {
    return pairs.get(place);
  }

  @Override
  public int size() {
    return pairs.size();
  }

  /**
   * From where a watch has all changes that this list may not have. Those that came between two
   * pages it may have too: in order, they lead to the same pairs.
   *
   * @throws IllegalStateException if the server is too old to tell
   */
  public long nextIndex() {
    return 1
        + index.orElseThrow(
            () ->
                new IllegalStateException(
                    "the server does not tell the index of its state; upgrade the group"));
  }
}
