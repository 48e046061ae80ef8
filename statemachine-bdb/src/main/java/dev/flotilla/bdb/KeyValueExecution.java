package dev.flotilla.bdb;

import dev.flotilla.bdb.pairs.Changes;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes the commands of a {@link KeyValueStore}; {@link KeyValueText} says what they are. */
final class KeyValueExecution {
  static final String PUT = "put";
  static final String DELETE = "delete";
  static final String COMPARE_AND_SET = "compare-and-set";
  static final String ADD = "add";

  private KeyValueExecution() {}

  /** Executes a command wholly, or rejects it and changes nothing. */
  static Result execute(CommittedCommand committed, Changes changes) {
    try {
      LivePairs pairs = new LivePairs(changes, committed.timeMillis());
      return Result.ok(Bytes.utf8(answer(committed, pairs)));
    } catch (Refusal e) {
      return e.result();
    }
  }

  private static String answer(CommittedCommand committed, LivePairs changes) {
    Command command = committed.command();
    return switch (command.command()) {
      case PUT -> {
        List<String> fields = fields(command, "KEY TAB VALUE", 2);
        yield replace(Fields.key(fields.get(0)), Fields.value(fields.get(1)), changes);
      }
      case DELETE -> {
        List<String> fields = fields(command, "KEY", 1);
        yield replace(Fields.key(fields.get(0)), null, changes);
      }
      case COMPARE_AND_SET -> {
        List<String> fields = fields(command, "KEY TAB EXPECTED TAB NEW", 3);
        yield compareAndSet(
            Fields.key(fields.get(0)),
            Fields.optionalValue(fields.get(1)),
            Fields.optionalValue(fields.get(2)),
            changes);
      }
      case ADD -> {
        List<String> fields = fields(command, "KEY TAB NUMBER", 2);
        yield add(Fields.key(fields.get(0)), Fields.number(fields.get(1)), changes);
      }
      default -> later(committed, changes);
    };
  }

  /** While members may run version 1, commands of version 2 end everywhere as they end there. */
  private static String later(CommittedCommand committed, LivePairs changes) {
    if (committed.activeVersion() < KeyValueStore.COMMANDS_VERSION) {
      throw new Refusal(
          KeyValueError.UNKNOWN_COMMAND,
          "a key-value store executes: put, delete, compare-and-set, add");
    }
    return LeaseExecution.answer(committed, changes);
  }

  private static List<String> fields(Command command, String form, int count) {
    List<String> fields = Fields.split(command.parameters());
    Fields.require(fields, count, command.command() + " takes " + form);
    return fields;
  }

  private static String replace(byte[] key, byte @Nullable [] value, LivePairs changes) {
    byte[] before = changes.get(key);
    changes.set(key, value);
    return Fields.told(before);
  }

  private static String compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] next, LivePairs changes) {
    byte[] before = changes.get(key);
    if (!Arrays.equals(before, expected)) {
      throw new Refusal(
          KeyValueError.COMPARISON_FAILED,
          before == null ? "the key is absent" : "the key holds something else",
          Fields.told(before));
    }
    return replace(key, next, changes);
  }

  private static String add(byte[] key, long amount, LivePairs changes) {
    byte[] before = changes.get(key);
    long sum = sum(before == null ? 0 : counter(before), amount);
    String text = Long.toString(sum);
    changes.set(key, text.getBytes(StandardCharsets.US_ASCII));
    return text;
  }

  private static long sum(long counter, long amount) {
    try {
      return Math.addExact(counter, amount);
    } catch (ArithmeticException e) {
      throw new Refusal(
          KeyValueError.OVERFLOW,
          "%s and %s are together beyond the 64 bits of a counter, which stays as it is"
              .formatted(counter, amount));
    }
  }

  private static long counter(byte[] value) {
    Long counter = Fields.numberOrNull(new String(value, StandardCharsets.UTF_8));
    if (counter == null) {
      throw new Refusal(
          KeyValueError.NOT_A_COUNTER,
          "the key holds a value that is no decimal number of 64 bits; put one first");
    }
    return counter;
  }
}
