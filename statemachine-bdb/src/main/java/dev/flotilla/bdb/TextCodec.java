package dev.flotilla.bdb;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.raft.model.Bytes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text as its UTF-8 bytes, without quotes: what a person puts by the command line. In the order of
 * keys, text stands in the order of its code points. Any thread; immutable.
 */
public final class TextCodec implements ValueCodec<String> {
  /** For text. */
  public TextCodec() {}

  @Override
  public Bytes encode(String value) {
    return Bytes.utf8(value);
  }

  @Override
  public String decode(Bytes bytes) throws CodecException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.asReadOnlyBuffer()).toString();
    } catch (CharacterCodingException e) {
      throw new CodecException(bytes.size() + " bytes that are no UTF-8", e);
    }
  }
}
