package dev.flotilla.codec;

import java.util.Optional;

/**
 * Chooses how the result of a command is written: in a group whose commands have results of several
 * types, by the command.
 *
 * <p>Any thread; immutable.
 *
 * @param <C> the type of all commands of a state machine
 * @param <R> a type that all results have
 */
public interface ResultCodec<C, R> {
  /**
   * The codec of the results of a command, or of the answers to a query.
   *
   * @throws IllegalArgumentException if it is no command of the group
   */
  ValueCodec<R> of(C command);

  /** A JSON Schema of the results, for people and tools; empty by default. */
  default Optional<String> schema() {
    return Optional.empty();
  }

  /** The same codec for the results of all commands. */
  static <C, R> ResultCodec<C, R> same(ValueCodec<R> codec) {
    return new ResultCodec<>() {
      @Override
      public ValueCodec<R> of(C command) {
        return codec;
      }

      @Override
      public Optional<String> schema() {
        return codec.schema();
      }
    };
  }
}
