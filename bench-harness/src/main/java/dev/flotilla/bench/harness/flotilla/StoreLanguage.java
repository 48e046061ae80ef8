package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/** How a client commands and asks the state machine of a store. Immutable; any thread. */
interface StoreLanguage {
  /**
   * A command as it travels.
   *
   * @param operation its name
   * @param parameters its parameters
   */
  record Request(String operation, Bytes parameters) {}

  /** Puts a value under a key. */
  Request put(String key, String value);

  /** Asks for the value of a key; empty if the machine knows no keys, but keeps all commands. */
  Optional<Bytes> get(String key);

  /** Whether the answer to {@link #get} holds a value. */
  boolean isHeld(Bytes answer);

  /**
   * The language of a machine.
   *
   * @param machine a name that {@link dev.flotilla.bench.harness.faults.FaultyServer} takes
   * @throws IllegalArgumentException if there is no such machine
   */
  static StoreLanguage of(String machine) {
    return switch (machine) {
      case "key-value" -> new KeyValueLanguage();
      case "memory", "file" -> new MapLanguage();
      case "journal" -> new JournalLanguage();
      default ->
          throw new IllegalArgumentException(
              "the state machine is " + machine + "; choose journal, key-value, memory or file");
    };
  }
}
