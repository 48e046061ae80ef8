package dev.flotilla.systemtests.faults;

import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.bdb.KeyValueText.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What clients ask of the key-value store, as a history has it. The factories are those of the
 * model {@code register}.
 *
 * @param key where
 * @param op its name in the history
 * @param value what it writes, if anything
 * @param more members of its line beside these
 * @param change as the store takes it; absent of a read
 */
public record PairCommand(
    String key, String op, Optional<String> value, List<?> more, Optional<Operation> change)
    implements History.Told {
  /** Reads a value. */
  static PairCommand get(String key) {
    return new PairCommand(key, "get", Optional.empty(), List.of(), Optional.empty());
  }

  /** Sets a value. */
  static PairCommand put(String key, String value) {
    Operation put = KeyValueText.put(Bytes.utf8(key), StoredValue.of(value));
    return new PairCommand(key, "put", Optional.of(value), List.of(), Optional.of(put));
  }

  /** Removes a value. */
  static PairCommand delete(String key) {
    Operation delete = KeyValueText.delete(Bytes.utf8(key));
    return new PairCommand(key, "delete", Optional.empty(), List.of(), Optional.of(delete));
  }

  /** Sets a value if another is there; rejected otherwise. */
  static PairCommand compareAndSet(String key, Optional<String> expected, String value) {
    Operation set =
        KeyValueText.compareAndSet(
            Bytes.utf8(key), expected.map(StoredValue::of), Optional.of(StoredValue.of(value)));
    List<?> more = List.of("expect", expected);
    return new PairCommand(key, "compare-and-set", Optional.of(value), more, Optional.of(set));
  }

  /** Adds to a counter. */
  static PairCommand add(String key, long amount) {
    Operation add = KeyValueText.add(Bytes.utf8(key), amount);
    Optional<String> value = Optional.of(Long.toString(amount));
    return new PairCommand(key, "add", value, List.of(), Optional.of(add));
  }

  /** What its line says of the answer: what the key holds afterwards, or held before. */
  History.Answer answer(Bytes answer) {
    if (op.equals("add")) {
      return History.Answer.result(Optional.of(Long.toString(KeyValueText.number(answer))));
    }
    Optional<String> held = valueOf(KeyValueText.held(answer));
    return change.isEmpty() ? History.Answer.result(held) : new History.Answer("before", held);
  }

  private static Optional<String> valueOf(KeyValueText.Held held) {
    if (held instanceof KeyValueText.Held.Value value) {
      return Optional.of(StoredValue.read(value.value()));
    }
    return held instanceof KeyValueText.Held.Large large
        ? Optional.of(StoredValue.ofSize(large.sizeBytes()))
        : Optional.empty();
  }

  @Override
  public List<?> members() {
    List<Object> members = new ArrayList<>(List.of("key", key, "op", op));
    value.ifPresent(it -> members.addAll(List.of("value", it)));
    members.addAll(more);
    return members;
  }
}
