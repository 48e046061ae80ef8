package dev.flotilla.codec;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A JSON text in the making, bounded in depth and size. */
final class JsonOutput {
  private final StringWriter text = new StringWriter();
  private final JsonWriter json = new JsonWriter(text);
  private int depth;

  private JsonOutput() {
    json.setHtmlSafe(false);
  }

  /** What a shape makes of a value. */
  static Bytes write(Shape shape, Object value) {
    JsonOutput out = new JsonOutput();
    try {
      shape.write(value, out);
      return out.toBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonWriter json() {
    return json;
  }

  void beginObject() throws IOException {
    enter();
    json.beginObject();
  }

  void endObject() throws IOException {
    depth--;
    json.endObject();
  }

  void beginArray() throws IOException {
    enter();
    json.beginArray();
  }

  void endArray() throws IOException {
    depth--;
    json.endArray();
  }

  private void enter() {
    depth++;
    if (depth > RecordCodec.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "the value nests deeper than " + RecordCodec.MAX_DEPTH + " levels");
    }
  }

  private Bytes toBytes() throws IOException {
    json.flush();
    ByteBuffer utf8;
    try {
      utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text.getBuffer()));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a text holds half a surrogate pair", e);
    }
    if (utf8.remaining() > RecordCodec.MAX_BYTES) {
      throw new IllegalArgumentException(
          "the value takes %s bytes of JSON, at most %s are carried"
              .formatted(utf8.remaining(), RecordCodec.MAX_BYTES));
    }
    byte[] bytes = new byte[utf8.remaining()];
    utf8.get(bytes);
    return Bytes.wrap(bytes);
  }
}
