package dev.flotilla.bdb;

import dev.flotilla.Query;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.raft.model.Bytes;

/** What a {@link KeyValueClient} sends: the text of {@link KeyValueText}, as it stands. */
sealed interface KeyValueRequest {
  /** A command that every version of the store knows. */
  record Order(String name, Bytes parameters) implements KeyValueRequest {}

  /** A command that the store knows since version 2. */
  record LaterOrder(String name, Bytes parameters) implements KeyValueRequest {}

  /** A question. */
  record Question(Bytes text) implements KeyValueRequest, Query {}

  /** Text is its own form. */
  final class Codec implements CommandCodec<KeyValueRequest> {
    @Override
    public String nameOf(KeyValueRequest request) {
      if (request instanceof LaterOrder later) {
        return later.name();
      }
      return request instanceof Order order ? order.name() : "query";
    }

    @Override
    public Bytes parametersOf(KeyValueRequest request) {
      if (request instanceof LaterOrder later) {
        return later.parameters();
      }
      return request instanceof Order order ? order.parameters() : questionOf(request);
    }

    @Override
    public Bytes questionOf(KeyValueRequest request) {
      return ((Question) request).text();
    }

    @Override
    public KeyValueRequest decode(String name, Bytes parameters) {
      return new Order(name, parameters);
    }
  }

  /** An answer is text, too. */
  final class Answers implements ValueCodec<Bytes> {
    @Override
    public Bytes encode(Bytes value) {
      return value;
    }

    @Override
    public Bytes decode(Bytes bytes) throws CodecException {
      return bytes;
    }
  }
}
