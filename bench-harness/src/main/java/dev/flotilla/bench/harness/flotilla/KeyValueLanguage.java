package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/** The language of the key-value store on Berkeley DB. */
final class KeyValueLanguage implements StoreLanguage {
  @Override
  public Request put(String key, String value) {
    KeyValueText.Operation put = KeyValueText.put(Bytes.utf8(key), Bytes.utf8(value));
    return new Request(put.command(), put.parameters());
  }

  @Override
  public Optional<Bytes> get(String key) {
    return Optional.of(KeyValueText.get(Bytes.utf8(key)));
  }

  @Override
  public boolean isHeld(Bytes answer) {
    return !(KeyValueText.held(answer) instanceof KeyValueText.Held.Absent);
  }
}
