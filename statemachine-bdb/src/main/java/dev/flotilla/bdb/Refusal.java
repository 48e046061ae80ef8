package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.nio.charset.StandardCharsets;

/** Ends the execution of a command, or the answering of a query, that is rejected. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The text is for people and says the limit and the remedy. */
  Refusal(KeyValueError error, String text) {
    this(Fields.line(error.code(), escaped(text)));
  }

  /** With what is there instead, as {@link Fields#told} writes it. */
  Refusal(KeyValueError error, String text, String held) {
    this(Fields.line(error.code(), escaped(text), held));
  }

  private Refusal(String line) {
    // Clients cause it: no stack trace.
    super(line, null, false, false);
  }

  Result result() {
    return Result.rejected(Bytes.utf8(String.valueOf(getMessage())));
  }

  private static String escaped(String text) {
    return Fields.escaped(text.getBytes(StandardCharsets.UTF_8));
  }
}
