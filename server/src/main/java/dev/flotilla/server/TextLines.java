package dev.flotilla.server;

import dev.flotilla.node.RaftNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The lines of standard input: UTF-8 and bounded, or refused with their number. What is no UTF-8
 * would be inserted as something else than was written.
 *
 * <p>One thread at a time; reading blocks until a line is there.
 */
final class TextLines {
  /** A longer one cannot be a command. */
  static final int MAX_LINE_BYTES = RaftNode.MAX_COMMAND_BYTES;

  private final InputStream source;
  private int number;

  TextLines(InputStream source) {
    this.source = new BufferedInputStream(source);
  }

  /** The number of the line that was read last; the first is 1. */
  int number() {
    return number;
  }

  /**
   * Reads a line without its end; nothing at the end of the input.
   *
   * @throws CommandFailure if the line is too long or no UTF-8
   */
  Optional<String> next() throws IOException, CommandFailure {
    int read = source.read();
    if (read < 0) {
      return Optional.empty();
    }
    number++;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (; read >= 0 && read != '\n'; read = source.read()) {
      if (line.size() == MAX_LINE_BYTES) {
        throw refused("longer than " + MAX_LINE_BYTES + " bytes, the most of a command; split it");
      }
      line.write(read);
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      throw refused("not UTF-8; convert it, with iconv for instance");
    }
  }

  private CommandFailure refused(String why) {
    return new CommandFailure(
        ExitCode.USAGE,
        "line "
            + number
            + " of standard input is "
            + why
            + ". Nothing from this line on was inserted");
  }
}
