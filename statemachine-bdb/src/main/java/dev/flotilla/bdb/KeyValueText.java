package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.EscapedText;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The text in which a {@link KeyValueStore} is commanded, asked, and answers: UTF-8, in fields that
 * a TAB separates, escaped as {@link JournalReader#dump} does. This class builds and reads it.
 *
 * <table>
 * <caption>Commands, with their parameters and what they answer</caption>
 * <tr><td>{@code put}</td><td>{@code KEY TAB VALUE}</td><td>what the key held before</td></tr>
 * <tr><td>{@code delete}</td><td>{@code KEY}</td><td>what the key held before</td></tr>
 * <tr><td>{@code compare-and-set}</td><td>{@code KEY TAB EXPECTED TAB NEW}, each of the two {@code
 * -} for no value or {@code =} and the value</td><td>what the key held before; {@code
 * comparison-failed} with a third field for what it holds, if that is not what was expected
 * </td></tr>
 * <tr><td>{@code add}</td><td>{@code KEY TAB NUMBER}</td><td>the sum, which the key holds now; an
 * absent key counts as 0</td></tr>
 * </table>
 *
 * <table>
 * <caption>Queries, and what they answer</caption>
 * <tr><td>{@code get TAB KEY}</td><td>{@code -} if there is none, else {@code =} and the
 * value</td></tr>
 * <tr><td>{@code list TAB FROM TAB TO TAB LIMIT}</td><td>a line {@code KEY TAB VALUE} for each pair
 * from a key on and before another, in the order of their bytes; if there are more, a last line
 * with the key alone from which to go on. An empty FROM or TO is no bound</td></tr>
 * <tr><td>{@code count}</td><td>how many keys there are</td></tr>
 * </table>
 *
 * <p>What a key held is {@code -} for nothing, {@code =} and the value, or {@code ~} and the number
 * of its bytes if there are more than {@link KeyValueStore#MAX_TOLD_BYTES}. A number is decimal, as
 * {@link Long#toString(long)} writes it; a counter is a key that holds one. What is rejected
 * changes nothing, and is answered {@code CODE TAB TEXT}: a {@link KeyValueError}, and a text for
 * people, which may change.
 *
 * <p>Any thread. The builders do not check limits: the store does, on every member alike.
 */
public final class KeyValueText {
  /** The fields of a line that is a key with its value. */
  private static final int PAIR = 2;

  /** The fields of a rejection that are read. */
  private static final int TOLD = 3;

  private KeyValueText() {}

  /** A command, to be sent with its parameters. */
  public record Operation(String command, Bytes parameters) {
    KeyValueRequest request() {
      return LeaseExecution.isLater(command)
          ? new KeyValueRequest.LaterOrder(command, parameters)
          : new KeyValueRequest.Order(command, parameters);
    }
  }

  /**
   * The answer to end-leases.
   *
   * @param timeMillis the log time of the command
   * @param nextMillis when the next lease ends; empty if there is none
   * @param keys those that were removed
   */
  record Ended(long timeMillis, OptionalLong nextMillis, List<Bytes> keys) {}

  /** What a key held. */
  public sealed interface Held {
    /** Nothing. */
    record Absent() implements Held {}

    /** A value. */
    record Value(Bytes value) implements Held {}

    /** A value that is too large to be told in the answer to a command; a query tells it. */
    record Large(long sizeBytes) implements Held {}
  }

  /** A key with its value. */
  public record Pair(Bytes key, Bytes value) {}

  /**
   * A part of a range.
   *
   * @param pairs in the order of keys
   * @param next from where to go on, if there are more
   */
  public record Page(List<Pair> pairs, Optional<Bytes> next) {
    /** Copies the list. */
    public Page {
      pairs = List.copyOf(pairs);
    }
  }

  /**
   * Why something was rejected.
   *
   * @param error the kind
   * @param text for people
   * @param held what the key holds, if a comparison failed
   */
  public record Rejection(KeyValueError error, String text, Optional<Held> held) {}

  /** Sets a value. */
  public static Operation put(Bytes key, Bytes value) {
    return operation(KeyValueExecution.PUT, field(key), field(value));
  }

  /** Removes a key. */
  public static Operation delete(Bytes key) {
    return operation(KeyValueExecution.DELETE, field(key));
  }

  /** Sets or, with no new value, removes, if the key holds what is expected. */
  public static Operation compareAndSet(Bytes key, Optional<Bytes> expected, Optional<Bytes> next) {
    return operation(
        KeyValueExecution.COMPARE_AND_SET, field(key), optional(expected), optional(next));
  }

  /** Adds to a counter. */
  public static Operation add(Bytes key, long amount) {
    return operation(KeyValueExecution.ADD, field(key), Long.toString(amount));
  }

  /**
   * Sets a value that is removed after a time, from 1 ms of log time to ten years. Of version 2 of
   * the commands, as all that follow.
   */
  public static Operation putFor(Bytes key, Bytes value, long ttlMillis) {
    return operation(LeaseExecution.PUT_FOR, field(key), field(value), Long.toString(ttlMillis));
  }

  /** Sets a value that is removed when a lease ends. */
  public static Operation putWithLease(Bytes key, Bytes value, long lease) {
    return operation(LeaseExecution.PUT_WITH, field(key), field(value), Long.toString(lease));
  }

  /** Grants a lease; the answer is its id. */
  public static Operation grantLease(long ttlMillis) {
    return operation(LeaseExecution.GRANT, Long.toString(ttlMillis));
  }

  /** Lets a lease begin anew. */
  public static Operation keepLease(long lease) {
    return operation(LeaseExecution.KEEP, Long.toString(lease));
  }

  /** Ends a lease before its time; the answer has its keys, a line each. */
  public static Operation endLease(long lease) {
    return operation(LeaseExecution.END, Long.toString(lease));
  }

  /**
   * Removes keys whose leases have ended, up to {@link KeyValueStore#MAX_ENDED_KEYS}. The answer
   * has the log time, TAB, and when the next lease ends, or {@code -}; then the keys, a line each.
   */
  public static Operation endLeases() {
    return new Operation(LeaseExecution.END_ALL, Bytes.EMPTY);
  }

  /** Asks for a value, and when its lease ends: after the value, TAB and the log time. */
  public static Bytes read(Bytes key) {
    return Bytes.utf8(Fields.line(KeyValueQuery.READ, field(key)));
  }

  /** Asks as {@link #list}; a line before the pairs says when the first of all leases ends. */
  public static Bytes pairs(Bytes from, Bytes to, int limit) {
    return Bytes.utf8(
        Fields.line(KeyValueQuery.PAIRS, field(from), field(to), Integer.toString(limit)));
  }

  /** Asks for a value. */
  public static Bytes get(Bytes key) {
    return Bytes.utf8(Fields.line(KeyValueQuery.GET, field(key)));
  }

  /**
   * Asks for a part of a range.
   *
   * @param from the first key; empty to begin with the first of all
   * @param to the key before which it ends; empty for no end
   * @param limit how many pairs at the most; never more than {@link KeyValueStore#MAX_LISTED_PAIRS}
   */
  public static Bytes list(Bytes from, Bytes to, int limit) {
    return Bytes.utf8(
        Fields.line(KeyValueQuery.LIST, field(from), field(to), Integer.toString(limit)));
  }

  /** Asks how many keys there are. */
  public static Bytes count() {
    return Bytes.utf8(KeyValueQuery.COUNT);
  }

  /**
   * Reads the answer to put, delete, compare-and-set or get.
   *
   * @throws IllegalArgumentException if it is none, as with all readers here
   */
  public static Held held(Bytes answer) {
    return held(answer.toUtf8());
  }

  /** Reads the answer to add or count. */
  public static long number(Bytes answer) {
    return Long.parseLong(answer.toUtf8());
  }

  /** Reads the answer to list. */
  public static Page page(Bytes answer) {
    String text = answer.toUtf8();
    List<Pair> pairs = new ArrayList<>();
    Optional<Bytes> next = Optional.empty();
    for (int at = 0; at < text.length(); ) {
      // A line without an end is as one without a key.
      int end = text.indexOf('\n', at);
      String[] fields = text.substring(at, Math.max(at, end)).split("\t", PAIR + 1);
      if (next.isPresent() || fields[0].isEmpty() || fields.length > PAIR) {
        throw new IllegalArgumentException(
            "no answer to list: pairs, each a line, and no line after one with a key alone");
      }
      if (fields.length == PAIR) {
        pairs.add(new Pair(EscapedText.read(fields[0]), EscapedText.read(fields[1])));
      } else {
        next = Optional.of(EscapedText.read(fields[0]));
      }
      at = end + 1;
    }
    return new Page(pairs, next);
  }

  /** Reads the answer to end-leases. */
  static Ended ended(Bytes answer) {
    List<String> lines = answer.toUtf8().lines().toList();
    String[] times = lines.get(0).split("\t", PAIR);
    return new Ended(
        Long.parseLong(times[0]), moment(times[1]), keys(lines.subList(1, lines.size())));
  }

  /** Reads keys, a line each. */
  static List<Bytes> keys(List<String> lines) {
    return lines.stream().map(EscapedText::read).toList();
  }

  /** When a lease ends; empty for none. */
  static OptionalLong moment(String field) {
    return field.equals(Fields.ABSENT)
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(field));
  }

  /** Reads the answer to what was rejected. */
  public static Rejection rejection(Bytes answer) {
    String[] fields = answer.toUtf8().split("\t", TOLD + 1);
    Optional<KeyValueError> error = KeyValueError.of(fields[0]);
    if (error.isEmpty() || fields.length < 2) {
      throw new IllegalArgumentException("no rejection: " + fields[0]);
    }
    return new Rejection(
        error.get(),
        EscapedText.read(fields[1]).toUtf8(),
        fields.length > 2 ? Optional.of(held(fields[2])) : Optional.empty());
  }

  private static Held held(String field) {
    if (field.equals(Fields.ABSENT)) {
      return new Held.Absent();
    }
    return switch (field.isEmpty() ? ' ' : field.charAt(0)) {
      case Fields.PRESENT -> new Held.Value(EscapedText.read(field.substring(1)));
      case Fields.SIZE -> new Held.Large(Long.parseLong(field.substring(1)));
      default ->
          throw new IllegalArgumentException(
              field.length() + " characters that do not say what a key held");
    };
  }

  private static Operation operation(String command, String... fields) {
    return new Operation(command, Bytes.utf8(Fields.line(fields)));
  }

  private static String field(Bytes content) {
    return Fields.escaped(content.toArray());
  }

  private static String optional(Optional<Bytes> value) {
    return Fields.optional(value.map(Bytes::toArray).orElse(null));
  }
}
