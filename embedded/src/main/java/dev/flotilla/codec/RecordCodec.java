package dev.flotilla.codec;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes codecs for records, as compact JSON.
 *
 * <p>A command is a record, or a sealed interface of records: its name is the record's simple name,
 * its parameters are an object with one member for each component, in the order of declaration.
 * {@code new SetTarget(21.5)} is the command {@code SetTarget} with the parameters {@code
 * {"celsius":21.5}}.
 *
 * <p><b>What a component may be.</b> A primitive or its box, {@link String}, an enum, {@link
 * java.util.UUID}, {@link java.math.BigDecimal}, {@link java.time.LocalDate}, {@link
 * java.time.Instant}, {@link java.time.Duration} (all as text), {@code byte[]} or {@link
 * dev.flotilla.raft.model.Bytes} (base64), a record, a sealed interface of records (an object with
 * the record's name as its one member), {@link java.util.List}, {@link java.util.Map} with keys
 * that are text (written in the order of their text), and {@link java.util.Optional}, whose member
 * is left out when it is empty. Any other type is refused when the codec is made. Nothing may be
 * null, and no number may be infinite or NaN.
 *
 * <p><b>Reading</b> is strict: no member may be missing, unknown or there twice, no text may be
 * written in another way than this codec writes it, nor hold half a surrogate pair, lists and maps
 * are unmodifiable and keep the order they were written in. A component that is added to a record
 * later must be an {@code Optional}, so that what is in the logs stays readable. At most {@value
 * #MAX_BYTES} bytes and {@value #MAX_DEPTH} levels.
 *
 * <p>{@code double} and {@code float} are written as {@link Double#toString} does, which changed in
 * Java 19: where a result has them, run all servers of a group on the same side of that version.
 */
public final class RecordCodec {
  /** The longest JSON that is written or read, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  /** How deep lists, maps and records may nest. */
  public static final int MAX_DEPTH = 64;

  private RecordCodec() {}

  /**
   * A codec for commands that are named after their records.
   *
   * @param type a record, or a sealed interface of records
   * @throws IllegalArgumentException if a component cannot be carried; the message names it
   */
  public static <C> CommandCodec<C> forCommands(Class<C> type) {
    return forCommands(type, Map.of());
  }

  /**
   * A codec for commands, some of which have names other than their records', such as one that a
   * record had before it was renamed.
   *
   * @param type a record, or a sealed interface of records
   * @param names the name of each record that is not named after itself
   * @throws IllegalArgumentException if a component cannot be carried, or names are not unique; the
   *     message names it
   */
  @SuppressWarnings("unchecked") // The cases are those of C.
  public static <C> CommandCodec<C> forCommands(
      Class<C> type, Map<Class<? extends C>, String> names) {
    return (CommandCodec<C>) new Shapes().cases(type, names);
  }

  /**
   * Codecs for the results of commands, each with a type of its own.
   *
   * @param commandType as {@link #forCommands(Class)} takes it
   * @param resultOf the type of the results of a command, by the record: any type that a component
   *     may have but {@code Optional}, or {@link Void}. Asked once for each record
   * @throws IllegalArgumentException if a type cannot be carried; the message names the component
   */
  public static <C> ResultCodec<C, Object> forResults(
      Class<C> commandType, Function<Class<?>, Type> resultOf) {
    return new JsonResults<>(new Shapes().cases(commandType, Map.of()), resultOf);
  }

  /**
   * A codec for results, queries or answers.
   *
   * @param type any type that a component may have, or {@link Void}, which takes no bytes
   * @throws IllegalArgumentException if a component cannot be carried; the message names it
   */
  public static <T extends @Nullable Object> ValueCodec<T> forValues(Class<T> type) {
    return new JsonValues<>(type, type == Void.class ? null : new Shapes().of(type));
  }
}
