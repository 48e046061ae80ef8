package dev.flotilla.bdb;

import dev.flotilla.Outcome;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * What a command that a group has executed did to the keys: known from the command, and its answer
 * where that decides.
 *
 * @param changes keys with their new values, absent if they were removed
 * @param isKnown whether these are all: not if the answer would decide and is not kept any more
 */
record KeyValueEffects(List<Change> changes, boolean isKnown) {
  /** A key with its new value. */
  record Change(Bytes key, Optional<Bytes> value) {}

  private static final KeyValueEffects NONE = new KeyValueEffects(List.of(), true);
  private static final KeyValueEffects UNKNOWN = new KeyValueEffects(List.of(), false);

  /**
   * The effects of a command.
   *
   * @param answer how it ended; empty if the server does not keep that any more
   */
  static KeyValueEffects of(KeyValueRequest.Order order, Optional<Outcome<Bytes>> answer) {
    if (answer.isPresent() && answer.get() instanceof Outcome.Rejected) {
      return NONE;
    }
    Optional<Bytes> result =
        answer
            .filter(Outcome.Done.class::isInstance)
            .map(done -> ((Outcome.Done<Bytes>) done).result());
    try {
      return order.name().equals(LeaseExecution.TRANSACTION)
          ? transaction(order.parameters(), result)
          : effects(order.name(), Fields.split(order.parameters()), result);
    } catch (Refusal e) {
      return NONE; // The store has rejected it, too.
    }
  }

  private static KeyValueEffects effects(
      String command, List<String> fields, Optional<Bytes> result) {
    return switch (command) {
      case KeyValueExecution.PUT -> {
        Fields.require(fields, 2, "");
        yield change(fields.get(0), Optional.of(Bytes.wrap(Fields.value(fields.get(1)))));
      }
      case KeyValueExecution.DELETE -> {
        Fields.require(fields, 1, "");
        yield change(fields.get(0), Optional.empty());
      }
      case KeyValueExecution.COMPARE_AND_SET -> {
        Fields.require(fields, 3, "");
        byte[] next = Fields.optionalValue(fields.get(2));
        yield result.isEmpty()
            ? UNKNOWN
            : change(fields.get(0), Optional.ofNullable(next).map(Bytes::wrap));
      }
      case KeyValueExecution.ADD -> {
        Fields.require(fields, 2, "");
        yield result.isEmpty() ? UNKNOWN : change(fields.get(0), result);
      }
      case LeaseExecution.PUT_FOR, LeaseExecution.PUT_WITH -> {
        Fields.require(fields, 3, "");
        yield result.isEmpty()
            ? UNKNOWN
            : change(fields.get(0), Optional.of(Bytes.wrap(Fields.value(fields.get(1)))));
      }
      case LeaseExecution.END ->
          result
              .map(it -> removed(KeyValueText.keys(it.toUtf8().lines().toList())))
              .orElse(UNKNOWN);
      case LeaseExecution.END_ALL ->
          result.map(it -> removed(KeyValueText.ended(it).keys())).orElse(UNKNOWN);
      case LeaseExecution.GRANT, LeaseExecution.KEEP -> NONE;
      // Of a later version of the store, which has executed it.
      default -> UNKNOWN;
    };
  }

  private static KeyValueEffects removed(List<Bytes> keys) {
    return new KeyValueEffects(
        keys.stream().map(key -> new Change(key, Optional.empty())).toList(), true);
  }

  private static KeyValueEffects transaction(Bytes parameters, Optional<Bytes> result) {
    TransactionExecution transaction = new TransactionExecution(parameters);
    if (result.isEmpty()) {
      return UNKNOWN;
    }
    String branch = result.get().toUtf8().lines().findFirst().orElse("");
    return new KeyValueEffects(
        transaction.steps(branch).stream()
            .filter(step -> !step.name().equals(TransactionExecution.GET))
            .map(step -> new Change(step.key(), Optional.ofNullable(step.value())))
            .toList(),
        true);
  }

  private static KeyValueEffects change(String key, Optional<Bytes> value) {
    return new KeyValueEffects(List.of(new Change(Bytes.wrap(Fields.key(key)), value)), true);
  }
}
