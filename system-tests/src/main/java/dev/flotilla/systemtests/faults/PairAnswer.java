package dev.flotilla.systemtests.faults;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.Told;
import java.io.IOException;
import java.util.Optional;

/**
 * What the store answers.
 *
 * @param isResult whether it is what the key holds afterwards; else what it held before
 * @param text the value; absent if the key has none
 */
record PairAnswer(boolean isResult, Optional<String> text) implements Told {
  /** Reads the answer to what was executed. */
  static PairAnswer to(PairCommand command, Bytes answer) {
    if (command instanceof PairCommand.Add) {
      return new PairAnswer(true, Optional.of(Long.toString(KeyValueText.number(answer))));
    }
    return new PairAnswer(command instanceof PairCommand.Get, valueOf(KeyValueText.held(answer)));
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
  public void writeTo(JsonWriter json) throws IOException {
    json.name(isResult ? "result" : "before").value(text.orElse(null));
  }
}
