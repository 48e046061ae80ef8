package dev.flotilla.bdb;

import dev.flotilla.Outcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Topics;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The topics of a {@link KeyValueStore}: its keys, and the ends of leases. */
final class KeyTopics {
  private static final String KEY = "key";
  private static final String LEASES = "leases";

  /** Who watches learns from these when the next lease ends. */
  private static final Set<String> PLANNING =
      Set.of(
          LeaseExecution.END_ALL,
          LeaseExecution.PUT_FOR,
          LeaseExecution.GRANT,
          LeaseExecution.KEEP);

  private KeyTopics() {}

  /** Those of a watch of one key. */
  static Topics ofKey(Bytes key) {
    return key.size() > KeyValueStore.MAX_KEY_BYTES
        ? Topics.ALL
        : Topics.of(Topics.topic(KEY, key), LEASES);
  }

  /** Those of a watch of all keys that begin with a prefix. */
  static Topics ofPrefix(Bytes prefix) {
    return prefix.size() > KeyValueStore.MAX_KEY_BYTES
        ? Topics.ALL
        : new Topics(Set.of(LEASES), Set.of(Topics.topic(KEY, prefix)));
  }

  /** Those of a command; empty if its answer would say, and has none. */
  static Optional<Set<String>> of(Command command, Result result) {
    if (!result.success()) {
      return Optional.of(Set.of());
    }
    KeyValueEffects effects =
        KeyValueEffects.of(
            new KeyValueRequest.Order(command.command(), command.parameters()),
            result.answer().map(Outcome.Done::new));
    if (!effects.isKnown()) {
      return Optional.empty();
    }
    Set<String> topics = new HashSet<>();
    effects.changes().forEach(it -> topics.add(Topics.topic(KEY, it.key())));
    if (PLANNING.contains(command.command())) {
      topics.add(LEASES);
    }
    return Optional.of(topics);
  }
}
