package dev.flotilla.bdb;

import dev.flotilla.raft.model.Bytes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executes a transaction: lines of fields with tabs between them. A line is {@code if TAB KEY TAB}
 * and {@code -} for absent, {@code +} for any value or {@code =} and the value; or {@code then} or
 * {@code else}, and {@code put TAB KEY TAB VALUE}, {@code delete TAB KEY} or {@code get TAB KEY}.
 * If all conditions hold, the {@code then} lines are executed in order, otherwise the others.
 *
 * <p>The answer has a line {@code then} or {@code else}, and one for each line that was executed:
 * what its key held before it.
 */
final class TransactionExecution {
  static final String IF = "if";
  static final String THEN = "then";
  static final String ELSE = "else";
  static final String GET = "get";
  static final String ANY = "+";

  /** What a line does to a key. */
  record Step(String name, Bytes key, @Nullable Bytes value) {}

  private record Condition(Bytes key, boolean isAny, @Nullable Bytes value) {
    boolean holds(LivePairs pairs) {
      byte[] now = pairs.get(key.toArray());
      if (now == null || isAny) {
        return isAny == (now != null) && (isAny || value == null);
      }
      return value != null && Bytes.wrap(now).equals(value);
    }
  }

  private final List<Condition> conditions = new ArrayList<>();
  private final List<Step> thenSteps = new ArrayList<>();
  private final List<Step> elseSteps = new ArrayList<>();

  /** Reads it, and checks every field before anything is executed. */
  TransactionExecution(Bytes parameters) {
    String[] lines = text(parameters).split("\n", KeyValueStore.MAX_TRANSACTION_LINES + 1);
    if (lines.length > KeyValueStore.MAX_TRANSACTION_LINES) {
      throw Fields.wrong(
          "a transaction has at most %s lines".formatted(KeyValueStore.MAX_TRANSACTION_LINES));
    }
    for (String line : lines) {
      List<String> fields = List.of(line.split("\t", Fields.MAX_FIELDS + 1));
      switch (fields.get(0)) {
        case IF -> conditions.add(condition(fields));
        case THEN -> thenSteps.add(step(fields));
        case ELSE -> elseSteps.add(step(fields));
        default -> throw Fields.wrong("a line of a transaction begins with if, then or else");
      }
    }
  }

  private static String text(Bytes parameters) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(parameters.asReadOnlyBuffer()).toString();
    } catch (CharacterCodingException e) {
      throw Fields.wrong("this is not UTF-8; escape other bytes as \\xNN");
    }
  }

  private static Condition condition(List<String> fields) {
    Fields.require(fields, 3, "a condition is if TAB KEY TAB -, + or =VALUE");
    Bytes key = Bytes.wrap(Fields.key(fields.get(1)));
    if (fields.get(2).equals(ANY)) {
      return new Condition(key, true, null);
    }
    byte[] value = Fields.optionalValue(fields.get(2));
    return new Condition(key, false, value == null ? null : Bytes.wrap(value));
  }

  private static Step step(List<String> fields) {
    String name = fields.size() > 1 ? fields.get(1) : "";
    switch (name) {
      case KeyValueExecution.PUT ->
          Fields.require(fields, 4, "it is then or else TAB put TAB KEY TAB VALUE");
      case KeyValueExecution.DELETE, GET ->
          Fields.require(fields, 3, "it is then or else TAB %s TAB KEY".formatted(name));
      default -> throw Fields.wrong("a transaction does put, delete or get");
    }
    Bytes key = Bytes.wrap(Fields.key(fields.get(2)));
    return new Step(name, key, fields.size() > 3 ? Bytes.wrap(Fields.value(fields.get(3))) : null);
  }

  /** What is executed. */
  List<Step> steps(String branch) {
    return branch.equals(THEN) ? thenSteps : elseSteps;
  }

  static String answer(Bytes parameters, LivePairs pairs) {
    TransactionExecution transaction = new TransactionExecution(parameters);
    String branch = transaction.conditions.stream().allMatch(it -> it.holds(pairs)) ? THEN : ELSE;
    StringBuilder answer = new StringBuilder(branch).append('\n');
    for (Step step : transaction.steps(branch)) {
      byte[] key = step.key().toArray();
      answer.append(Fields.told(pairs.get(key))).append('\n');
      if (!step.name().equals(GET)) {
        pairs.set(key, step.value() == null ? null : step.value().toArray());
      }
    }
    return answer.toString();
  }
}
