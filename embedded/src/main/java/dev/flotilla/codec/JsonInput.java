package dev.flotilla.codec;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A JSON text that is read strictly and within bounds; every complaint says where. */
final class JsonInput {
  private static final int QUOTED_CHARS = 40;
  private static final int MESSAGE_CHARS = 200;

  private final JsonReader json;

  private JsonInput(String text) {
    json = new JsonReader(new StringReader(text));
    json.setStrictness(Strictness.STRICT);
    json.setNestingLimit(RecordCodec.MAX_DEPTH);
  }

  /** What a shape finds in bytes by the parser; they must hold one value and nothing else. */
  static Object parse(Shape shape, Bytes bytes) throws CodecException {
    JsonInput in = new JsonInput(text(bytes));
    try {
      Object value = shape.read(in);
      if (in.json.peek() != JsonToken.END_DOCUMENT) {
        throw in.complaint("nothing may follow the value");
      }
      return value;
    } catch (IOException e) {
      throw new CodecException("this is no JSON: " + firstLine(e), e);
    }
  }

  JsonReader json() {
    return json;
  }

  /** Begins an object, list or text; complains when something else comes. */
  void expect(JsonToken token, String what) throws IOException, CodecException {
    JsonToken found = json.peek();
    if (found != token) {
      throw complaint(what + " is expected, not " + nameOf(found));
    }
  }

  /** The text of a string or of a number, whichever is expected. */
  String scalar(JsonToken token, String what) throws IOException, CodecException {
    expect(token, what);
    return whole(json.nextString());
  }

  /** The name of the next member. */
  String name() throws IOException, CodecException {
    return whole(json.nextName());
  }

  /** An escape can be half of a surrogate pair, which no UTF-8 can say: it could not be written. */
  private String whole(String text) throws CodecException {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
        throw complaintAboutLast("a text holds half a surrogate pair");
      }
    }
    return text;
  }

  /** About what comes next. */
  CodecException complaint(String what) {
    return new CodecException(at(json.getPath()) + what);
  }

  /** About what was read last. */
  CodecException complaintAboutLast(String what) {
    return new CodecException(at(json.getPreviousPath()) + what);
  }

  /** A sender's text for use in a message. */
  static String quote(String text) {
    return text.length() <= QUOTED_CHARS
        ? "'" + text + "'"
        : "'" + text.substring(0, QUOTED_CHARS) + "...'";
  }

  private static String at(String path) {
    return "at " + (path.length() <= MESSAGE_CHARS ? path : "a deep place") + ": ";
  }

  private static String text(Bytes bytes) throws CodecException {
    if (bytes.size() > RecordCodec.MAX_BYTES) {
      throw new CodecException(
          "%s bytes of JSON are too many, at most %s are read"
              .formatted(bytes.size(), RecordCodec.MAX_BYTES));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.asReadOnlyBuffer()).toString();
    } catch (CharacterCodingException e) {
      throw new CodecException("the bytes are no UTF-8", e);
    }
  }

  private static String nameOf(JsonToken token) {
    return switch (token) {
      case BEGIN_ARRAY -> "a list";
      case BEGIN_OBJECT -> "an object";
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      default -> "an end";
    };
  }

  private static String firstLine(IOException e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return line.substring(0, Math.min(line.length(), MESSAGE_CHARS));
  }
}
