package dev.flotilla.systemtests.faults;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.Told;
import java.io.IOException;
import java.util.Optional;

/** What clients ask of the key-value store, as the model {@code register} of histories has it. */
sealed interface PairCommand extends Told {
  /** Where. */
  String key();

  /** What changes the store. */
  sealed interface Change extends PairCommand {
    /** As the store takes it. */
    KeyValueText.Operation operation();
  }

  /** Reads a value. */
  record Get(String key) implements PairCommand {
    Bytes question() {
      return KeyValueText.get(Bytes.utf8(key));
    }

    @Override
    public void writeTo(JsonWriter json) throws IOException {
      begin(json, key, "get");
    }
  }

  /** Sets a value. */
  record Put(String key, String value) implements Change {
    @Override
    public KeyValueText.Operation operation() {
      return KeyValueText.put(Bytes.utf8(key), StoredValue.of(value));
    }

    @Override
    public void writeTo(JsonWriter json) throws IOException {
      begin(json, key, "put").name("value").value(value);
    }
  }

  /** Removes a value. */
  record Delete(String key) implements Change {
    @Override
    public KeyValueText.Operation operation() {
      return KeyValueText.delete(Bytes.utf8(key));
    }

    @Override
    public void writeTo(JsonWriter json) throws IOException {
      begin(json, key, "delete");
    }
  }

  /** Sets a value if another is there; rejected otherwise. */
  record CompareAndSet(String key, Optional<String> expected, String value) implements Change {
    @Override
    public KeyValueText.Operation operation() {
      return KeyValueText.compareAndSet(
          Bytes.utf8(key), expected.map(StoredValue::of), Optional.of(StoredValue.of(value)));
    }

    @Override
    public void writeTo(JsonWriter json) throws IOException {
      begin(json, key, "compare-and-set").name("value").value(value);
      json.name("expect").value(expected.orElse(null));
    }
  }

  /** Adds to a counter. */
  record Add(String key, long amount) implements Change {
    @Override
    public KeyValueText.Operation operation() {
      return KeyValueText.add(Bytes.utf8(key), amount);
    }

    @Override
    public void writeTo(JsonWriter json) throws IOException {
      begin(json, key, "add").name("value").value(Long.toString(amount));
    }
  }

  private static JsonWriter begin(JsonWriter json, String key, String name) throws IOException {
    return json.name("key").value(key).name("op").value(name);
  }
}
