package dev.flotilla.keys.enrolment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * A message between device and service: a line of words and a text, as UTF-8 behind its length in
 * four bytes. Immutable.
 *
 * @param kind what it is
 * @param word the token of a request, the reason of a refusal; empty in other messages
 * @param text a request or certificates as PEM, or the refusal in words
 */
record EnrolmentMessage(Kind kind, String word, String text) {
  /** Before the kind, with the version of the protocol; another version is refused. */
  private static final String MAGIC = "flotilla-enrolment-1";

  /** The largest request that a service reads. */
  static final int MAX_REQUEST_BYTES = 8 << 10;

  /** The largest answer that a device reads; a revocation list may be long. */
  static final int MAX_ANSWER_BYTES = 1 << 20;

  /** What a message may be. */
  enum Kind {
    /** Of a device, with token and request. */
    REQUEST,
    /** The certificates. */
    ISSUED,
    /** No certificate, and why. */
    REFUSED
  }

  /** Why a service refuses. */
  enum Reason {
    /** The token is wrong. */
    TOKEN,
    /** The request itself. */
    REQUEST,
    /** All uses are used up, or the time is over. */
    OVER,
    /** The authority could not issue. */
    FAILED
  }

  static EnrolmentMessage request(String token, String pem) {
    return new EnrolmentMessage(Kind.REQUEST, token, pem);
  }

  static EnrolmentMessage issued(String bundle) {
    return new EnrolmentMessage(Kind.ISSUED, "", bundle);
  }

  static EnrolmentMessage refused(Reason reason, String text) {
    return new EnrolmentMessage(Kind.REFUSED, word(reason), text);
  }

  boolean isRefusedFor(Reason reason) {
    return kind == Kind.REFUSED && word.equals(word(reason));
  }

  void write(OutputStream out) throws IOException {
    byte[] bytes = (MAGIC + " " + word(kind) + " " + word + "\n" + text).getBytes(UTF_8);
    DataOutputStream data = new DataOutputStream(out);
    data.write(
        ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes).array());
    data.flush();
  }

  /**
   * Reads one; blocks until it is there.
   *
   * @throws IOException if it is larger than allowed, cut off, or something else
   */
  static EnrolmentMessage read(InputStream in, int maxBytes) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int length = data.readInt();
    if (length < 0 || length > maxBytes) {
      throw new IOException(
          "a message of " + length + " bytes, of which " + maxBytes + " are read");
    }
    byte[] bytes = new byte[length];
    data.readFully(bytes);
    return parse(new String(bytes, UTF_8));
  }

  private static EnrolmentMessage parse(String all) throws IOException {
    int end = all.indexOf('\n');
    String[] words = all.substring(0, Math.max(end, 0)).split(" ", -1);
    if (words.length != 3 || !words[0].equals(MAGIC)) {
      throw new IOException("no message of this version of the enrolment");
    }
    for (Kind kind : Kind.values()) {
      if (word(kind).equals(words[1])) {
        return new EnrolmentMessage(kind, words[2], all.substring(end + 1));
      }
    }
    throw new IOException("no message of the enrolment");
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
