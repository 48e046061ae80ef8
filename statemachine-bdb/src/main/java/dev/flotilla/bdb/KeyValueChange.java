package dev.flotilla.bdb;

/**
 * What a watch of a {@link KeyValueClient} delivers. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public sealed interface KeyValueChange<K, V> {
  /** The index in the log from which another watch goes on without a gap. */
  long nextIndex();

  /**
   * A key has a value now.
   *
   * @param index of the command that set it
   * @param key the key
   * @param value its value
   * @param <K> the type of keys
   * @param <V> the type of values
   */
  record Put<K, V>(long index, K key, V value) implements KeyValueChange<K, V> {
    @Override
    public long nextIndex() {
      return index + 1;
    }
  }

  /**
   * A key is absent now. It may have been absent before.
   *
   * @param index of the command that removed it
   * @param key the key
   * @param <K> the type of keys
   * @param <V> the type of values
   */
  record Removed<K, V>(long index, K key) implements KeyValueChange<K, V> {
    @Override
    public long nextIndex() {
      return index + 1;
    }
  }

  /**
   * The servers cannot tell some changes any more: they have compacted their logs, or do not keep
   * the result of a command on which the change depends. Read the keys again: a list holds them
   * all.
   *
   * @param fromIndex the first index whose changes may be missing
   * @param nextIndex where the watch goes on
   * @param <K> the type of keys
   * @param <V> the type of values
   */
  record Dropped<K, V>(long fromIndex, long nextIndex) implements KeyValueChange<K, V> {}
}
