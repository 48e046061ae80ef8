package dev.flotilla.gateway.log;

import dev.flotilla.bdb.KeyValueError;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.raft.model.Bytes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The replicated key-value store, as the log uses it. Any thread; no stage fails. */
final class KeyValues {
  /** A key before which all keys with a prefix end. */
  private static final String AFTER = "\uffff";

  /** How a change ended. */
  sealed interface Written {
    /** It is done. */
    record Done() implements Written {}

    /** The key holds something else than was expected. */
    record Conflict(Optional<String> held) implements Written {}

    /** It may have been done, or may still be. */
    record Unavailable(String reason) implements Written {}
  }

  /** How a question ended. */
  sealed interface Read<T> {
    /** The answer. */
    record Found<T>(T value) implements Read<T> {}

    /** Nobody answered in time. */
    record Unavailable<T>(String reason) implements Read<T> {
      @Override
      public String toString() {
        return reason;
      }
    }
  }

  private final GroupClient client;
  private final Optional<Duration> timeout;

  /** A store with the time limit of the client. */
  KeyValues(GroupClient client) {
    this(client, Optional.empty());
  }

  /** Likewise, with a time limit of its own. */
  KeyValues(GroupClient client, Optional<Duration> timeout) {
    this.client = client;
    this.timeout = timeout;
  }

  CompletionStage<Written> put(String key, byte[] value) {
    return change(KeyValueText.put(Bytes.utf8(key), Bytes.wrap(value)));
  }

  CompletionStage<Written> delete(String key) {
    return change(KeyValueText.delete(Bytes.utf8(key)));
  }

  /** Sets a small value, or removes it, if the key holds what is expected. */
  CompletionStage<Written> compareAndSet(
      String key, Optional<String> expected, Optional<String> next) {
    return change(
        KeyValueText.compareAndSet(
            Bytes.utf8(key), expected.map(Bytes::utf8), next.map(Bytes::utf8)));
  }

  CompletionStage<Read<Optional<byte[]>>> get(String key) {
    return ask(KeyValueText.get(Bytes.utf8(key))).thenApply(KeyValues::value);
  }

  /** The first pairs whose keys begin with a prefix, as many as fit into one answer. */
  CompletionStage<Read<KeyValueText.Page>> list(String prefix) {
    return list(prefix, Bytes.utf8(prefix));
  }

  /** Likewise, from a key on. */
  CompletionStage<Read<KeyValueText.Page>> list(String prefix, Bytes from) {
    Bytes query = KeyValueText.list(from, Bytes.utf8(prefix + AFTER), Integer.MAX_VALUE);
    return ask(query).thenApply(KeyValues::page);
  }

  private CompletionStage<ReadOutcome<Answer>> ask(Bytes query) {
    ReadOptions fresh = ReadOptions.linearizable();
    return client.query(query, timeout.map(fresh::within).orElse(fresh));
  }

  private CompletionStage<Written> change(KeyValueText.Operation operation) {
    return client
        .submit(operation.command(), operation.parameters(), timeout.orElse(null), 1)
        .thenApply(KeyValues::written);
  }

  private static Written written(CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed executed) {
      Answer answer = executed.answer();
      return answer.success() ? new Written.Done() : rejected(answer);
    }
    return new Written.Unavailable(
        outcome instanceof CommandOutcome.Refused refused
            ? refused.detail()
            : ((CommandOutcome.Unknown) outcome).detail());
  }

  private static Written rejected(Answer answer) {
    Optional<KeyValueText.Rejection> rejection = answer.value().map(KeyValueText::rejection);
    if (rejection.isEmpty() || rejection.get().error() != KeyValueError.COMPARISON_FAILED) {
      return new Written.Unavailable("the key-value store rejected it: " + answer.text());
    }
    return new Written.Conflict(
        rejection
            .get()
            .held()
            .filter(KeyValueText.Held.Value.class::isInstance)
            .map(held -> ((KeyValueText.Held.Value) held).value().toUtf8()));
  }

  private static Read<Optional<byte[]>> value(ReadOutcome<Answer> outcome) {
    if (outcome instanceof ReadOutcome.Found<Answer> found
        && found.value().success()
        && found.value().value().isPresent()) {
      KeyValueText.Held held = KeyValueText.held(found.value().value().get());
      return new Read.Found<>(
          held instanceof KeyValueText.Held.Value value
              ? Optional.of(value.value().toArray())
              : Optional.empty());
    }
    return new Read.Unavailable<>(why(outcome));
  }

  private static String why(ReadOutcome<Answer> outcome) {
    if (outcome instanceof ReadOutcome.Found<Answer> found) {
      return "the group does not answer as a key-value store, start its servers with"
          + " --state-machine key-value: "
          + found.value().text();
    }
    return outcome instanceof ReadOutcome.Unavailable<Answer> unavailable
        ? unavailable.detail()
        : outcome.toString();
  }

  private static Read<KeyValueText.Page> page(ReadOutcome<Answer> outcome) {
    if (outcome instanceof ReadOutcome.Found<Answer> found
        && found.value().success()
        && found.value().value().isPresent()) {
      return new Read.Found<>(KeyValueText.page(found.value().value().get()));
    }
    return new Read.Unavailable<>(why(outcome));
  }
}
