package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.Group;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.memory.MapAnswer;
import dev.flotilla.memory.MapCommand;
import dev.flotilla.memory.MapState;
import dev.flotilla.raft.model.Bytes;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a client commands and asks the state machine of a store. Immutable; any thread.
 *
 * @param puts makes the command that puts a value under a key
 * @param gets asks for the value of a key; empty if the machine knows no keys, but keeps all
 *     commands
 * @param held whether the answer to that holds a value
 */
record StoreLanguage(Puts puts, Function<String, Optional<Bytes>> gets, Predicate<Bytes> held) {
  private static final CommandCodec<MapCommand> COMMANDS =
      RecordCodec.forCommands(MapCommand.class);
  private static final ValueCodec<MapAnswer> ANSWERS = RecordCodec.forValues(MapAnswer.class);

  // Questions are the same for every group.
  private static final Group<MapCommand, MapAnswer> MAP = MapState.group("bench");

  private static final StoreLanguage OF_JOURNAL =
      new StoreLanguage(
          (key, value) -> new Request("set", Bytes.utf8(key + value)),
          key -> Optional.empty(),
          answer -> true);

  private static final StoreLanguage OF_KEY_VALUE =
      new StoreLanguage(
          (key, value) -> {
            KeyValueText.Operation put = KeyValueText.put(Bytes.utf8(key), Bytes.utf8(value));
            return new Request(put.command(), put.parameters());
          },
          key -> Optional.of(KeyValueText.get(Bytes.utf8(key))),
          answer -> !(KeyValueText.held(answer) instanceof KeyValueText.Held.Absent));

  private static final StoreLanguage OF_MAP =
      new StoreLanguage(
          (key, value) -> Request.of(COMMANDS, new MapCommand.Put(key, value)),
          key -> Optional.of(MAP.question(new MapCommand.Get(key))),
          StoreLanguage::isInMap);

  /**
   * A command as it travels.
   *
   * @param operation its name
   * @param parameters its parameters
   */
  record Request(String operation, Bytes parameters) {
    static <C> Request of(CommandCodec<C> codec, C command) {
      return new Request(codec.nameOf(command), codec.parametersOf(command));
    }
  }

  @FunctionalInterface
  interface Puts {
    Request put(String key, String value);
  }

  private static boolean isInMap(Bytes answer) {
    try {
      return ANSWERS.decode(answer) instanceof MapAnswer.Held held && held.value().isPresent();
    } catch (CodecException e) {
      return false;
    }
  }

  /** Puts a value under a key. */
  Request put(String key, String value) {
    return puts.put(key, value);
  }

  /** Asks for the value of a key; empty if the machine knows no keys, but keeps all commands. */
  Optional<Bytes> get(String key) {
    return gets.apply(key);
  }

  /** Whether the answer to {@link #get} holds a value. */
  boolean isHeld(Bytes answer) {
    return held.test(answer);
  }

  /**
   * The language of a machine.
   *
   * @param machine a name that {@link dev.flotilla.bench.harness.faults.FaultyServer} takes
   * @throws IllegalArgumentException if there is no such machine
   */
  static StoreLanguage of(String machine) {
    return switch (machine) {
      case "key-value" -> OF_KEY_VALUE;
      case "memory", "file" -> OF_MAP;
      case "journal" -> OF_JOURNAL;
      default ->
          throw new IllegalArgumentException(
              "the state machine is " + machine + "; choose journal, key-value, memory or file");
    };
  }
}
