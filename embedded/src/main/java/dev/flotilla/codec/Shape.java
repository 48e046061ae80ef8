package dev.flotilla.codec;

import com.google.gson.JsonObject;
import java.io.IOException;

/** How one Java type stands in JSON. Immutable once its codec is made; any thread. */
interface Shape {
  /**
   * Writes a value, which is of the type and not null.
   *
   * @throws IllegalArgumentException if it cannot be written
   */
  void write(Object value, JsonOutput out);

  /** The JSON Schema of the values. */
  JsonObject describe(JsonSchema schema);

  /** Reads a value; never null. */
  Object read(JsonInput in) throws IOException, CodecException;
}
