package dev.flotilla.bdb;

import dev.flotilla.bdb.KeyValueText.Held;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Changes several keys at once, if conditions hold.
 *
 * <pre>{@code
 * boolean isPaid =
 *     accounts.transaction()
 *         .ifValue("ada", 10).thenPut("ada", 0).thenPut("bob", 10)
 *         .execute().held();
 * }</pre>
 *
 * <p>Used by one thread. At most {@value KeyValueStore#MAX_TRANSACTION_LINES} conditions and steps.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KeyValueTransaction<K, V> {
  private final ValueCodec<K> keys;
  private final ValueCodec<V> values;
  private final Function<KeyValueText.Operation, Bytes> execute;
  private final List<String> lines = new ArrayList<>();

  KeyValueTransaction(
      ValueCodec<K> keys, ValueCodec<V> values, Function<KeyValueText.Operation, Bytes> execute) {
    this.keys = keys;
    this.values = values;
    this.execute = execute;
  }

  /** The key must have a value. */
  public KeyValueTransaction<K, V> ifValue(K key, V value) {
    return condition(key, Fields.PRESENT + text(values.encode(value)));
  }

  /** The key must be absent. */
  public KeyValueTransaction<K, V> ifAbsent(K key) {
    return condition(key, Fields.ABSENT);
  }

  /** The key must have any value. */
  public KeyValueTransaction<K, V> ifPresent(K key) {
    return condition(key, TransactionExecution.ANY);
  }

  /** Sets a value if all conditions hold. */
  public KeyValueTransaction<K, V> thenPut(K key, V value) {
    return put(TransactionExecution.THEN, key, value);
  }

  /** Removes a key if all conditions hold. */
  public KeyValueTransaction<K, V> thenDelete(K key) {
    return step(TransactionExecution.THEN, KeyValueExecution.DELETE, key);
  }

  /** Reads a key if all conditions hold. */
  public KeyValueTransaction<K, V> thenGet(K key) {
    return step(TransactionExecution.THEN, TransactionExecution.GET, key);
  }

  /** Sets a value otherwise. */
  public KeyValueTransaction<K, V> elsePut(K key, V value) {
    return put(TransactionExecution.ELSE, key, value);
  }

  /** Removes a key otherwise. */
  public KeyValueTransaction<K, V> elseDelete(K key) {
    return step(TransactionExecution.ELSE, KeyValueExecution.DELETE, key);
  }

  /** Reads a key otherwise. */
  public KeyValueTransaction<K, V> elseGet(K key) {
    return step(TransactionExecution.ELSE, TransactionExecution.GET, key);
  }

  private KeyValueTransaction<K, V> condition(K key, String expected) {
    lines.add(Fields.line(TransactionExecution.IF, text(keys.encode(key)), expected));
    return this;
  }

  private KeyValueTransaction<K, V> put(String branch, K key, V value) {
    lines.add(
        Fields.line(
            branch, KeyValueExecution.PUT, text(keys.encode(key)), text(values.encode(value))));
    return this;
  }

  private KeyValueTransaction<K, V> step(String branch, String name, K key) {
    lines.add(Fields.line(branch, name, text(keys.encode(key))));
    return this;
  }

  private static String text(Bytes bytes) {
    return Fields.escaped(bytes.toArray());
  }

  /** Executes it, wholly or not at all; blocks. Throws as the calls of {@link KeyValueClient}. */
  public Result<V> execute() {
    Bytes answer =
        execute.apply(
            new KeyValueText.Operation(
                LeaseExecution.TRANSACTION, Bytes.utf8(String.join("\n", lines))));
    List<String> told = answer.toUtf8().lines().toList();
    return new Result<>(
        told.get(0).equals(TransactionExecution.THEN),
        told.subList(1, told.size()).stream()
            .map(line -> KeyValueText.held(Bytes.utf8(line)))
            .toList(),
        values);
  }

  /**
   * How a transaction ended.
   *
   * @param <V> the type of values
   */
  public static final class Result<V> {
    private final boolean isHeld;
    private final List<Held> before;
    private final ValueCodec<V> values;

    private Result(boolean isHeld, List<Held> before, ValueCodec<V> values) {
      this.isHeld = isHeld;
      this.before = before;
      this.values = values;
    }

    /** Whether all conditions held. */
    public boolean held() {
      return isHeld;
    }

    /**
     * What the key of a step that was executed held before it.
     *
     * @param step from 0, in the order of the steps of the branch
     * @throws IllegalStateException if it had more than 1,024 bytes: read it by itself
     */
    public Optional<V> before(int step) {
      Held held = before.get(step);
      if (held instanceof Held.Large large) {
        throw new IllegalStateException(
            "the value has %s bytes, and a transaction tells up to %s; read it by get"
                .formatted(large.sizeBytes(), KeyValueStore.MAX_TOLD_BYTES));
      }
      return held instanceof Held.Value value
          ? Optional.of(KeyValueClient.decoded(values, value.value()))
          : Optional.empty();
    }
  }
}
