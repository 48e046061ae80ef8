package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import java.util.Arrays;
import java.util.Optional;

/**
 * Writes an application's commands as what is replicated, the name of an operation and its
 * parameters, and reads them back.
 *
 * <p>Any thread; immutable. The same command gives the same bytes in every process: servers compare
 * a retry with what they executed. What was written must stay readable as long as any log holds it.
 *
 * @param <C> the type of all commands of a state machine
 */
public interface CommandCodec<C> {
  /** The name of a command's operation, as in the paper's {@code command} field. */
  String nameOf(C command);

  /**
   * A command's parameters.
   *
   * @throws IllegalArgumentException if the command holds what cannot be written; the message names
   *     the component
   */
  Bytes parametersOf(C command);

  /**
   * A JSON Schema of an object with one member: the name of a command, with its parameters. For
   * people and tools; empty by default.
   */
  default Optional<String> schema() {
    return Optional.empty();
  }

  /**
   * How a query travels in one piece: its name, a line feed, its parameters. A codec for a machine
   * that reads questions in another form writes that.
   *
   * @throws IllegalArgumentException as {@link #parametersOf}
   */
  default Bytes questionOf(C query) {
    byte[] name = Bytes.utf8(nameOf(query) + "\n").toArray();
    Bytes parameters = parametersOf(query);
    byte[] all = Arrays.copyOf(name, name.length + parameters.size());
    System.arraycopy(parameters.toArray(), 0, all, name.length, parameters.size());
    return Bytes.wrap(all);
  }

  /**
   * Reads a command that any client may have sent.
   *
   * @throws CodecException if it is no such command; a server answers with the message
   */
  C decode(String name, Bytes parameters) throws CodecException;
}
