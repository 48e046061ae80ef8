package dev.flotilla.systemtests.storage;

import dev.flotilla.bdb.JournalReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Stands for the dump of a journal.
 *
 * @param lines how many there are
 * @param sha256 of all of them
 */
record JournalDigest(long lines, String sha256) {
  private static final long NONE = -1;

  /** Of the journal of a server that does not run. */
  static JournalDigest of(Path data) throws IOException {
    return ofSpoilt(data, NONE);
  }

  /** The same with one character changed, in one line; the control. */
  static JournalDigest ofSpoilt(Path data, long spoiltLine) throws IOException {
    Digesting digesting = new Digesting(spoiltLine);
    JournalReader.dump(data.resolve("machine"), digesting);
    return new JournalDigest(digesting.lines, HexFormat.of().formatHex(digesting.sha256.digest()));
  }

  /** Takes each line, and then its end. */
  private static final class Digesting implements Appendable {
    private final MessageDigest sha256;
    private final long spoiltLine;
    private long lines;

    Digesting(long spoiltLine) {
      this.spoiltLine = spoiltLine;
      try {
        this.sha256 = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }

    @Override
    public Appendable append(CharSequence text) {
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      if (lines == spoiltLine) {
        bytes[bytes.length / 2] ^= 1;
      }
      sha256.update(bytes);
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
      return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char end) {
      sha256.update((byte) end);
      lines++;
      return this;
    }
  }
}
