package dev.flotilla.server.json;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.flotilla.raft.model.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of this package as JSON, each on one line. The names of components are the
 * names of the members; what is null is left out. {@code docs/reference/json} has the schemas.
 */
public final class Json {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Json() {}

  /** A document on one line, without its end. */
  public static String line(Record document) {
    return GSON.toJson(document);
  }

  /** Bytes as text; null if they are no UTF-8. */
  static @Nullable String text(Bytes bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toArray()))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Bytes that are no UTF-8; null if they are. */
  static @Nullable String base64(Bytes bytes) {
    return text(bytes) == null ? Base64.getEncoder().encodeToString(bytes.toArray()) : null;
  }
}
