package dev.flotilla.gateway.http;

import java.util.List;

/**
 * How long the body of a request is. What two readers could understand in two ways is refused.
 *
 * @param kind how the end is found
 * @param lengthBytes the length if it is fixed, otherwise 0
 */
public record Framing(Kind kind, long lengthBytes) {
  /** How the end of a body is found. */
  public enum Kind {
    /** There is no body. */
    NONE,
    /** By its length. */
    FIXED,
    /** By its last chunk. */
    CHUNKED
  }

  /** No body. */
  public static final Framing NONE = new Framing(Kind.NONE, 0);

  private static final String CONTENT_LENGTH = "content-length";
  private static final String TRANSFER_ENCODING = "transfer-encoding";

  /** No body may be said to be longer, so that no number overflows. */
  private static final int MAX_LENGTH_DIGITS = 18;

  /**
   * The framing of a request.
   *
   * @param minorVersion the digit after {@code HTTP/1.}
   * @throws BadRequest if it is not said once and clearly
   */
  static Framing of(Fields fields, int minorVersion) throws BadRequest {
    List<String> lengths = fields.values(CONTENT_LENGTH);
    List<String> encodings = fields.values(TRANSFER_ENCODING);
    if (!encodings.isEmpty()) {
      return chunked(lengths, encodings, minorVersion);
    }
    return lengths.isEmpty() ? NONE : fixed(lengths);
  }

  private static Framing chunked(List<String> lengths, List<String> encodings, int minorVersion)
      throws BadRequest {
    if (!lengths.isEmpty()) {
      throw new BadRequest(400, "Content-Length and Transfer-Encoding in one request");
    }
    if (minorVersion == 0) {
      throw new BadRequest(400, "Transfer-Encoding in a request of HTTP/1.0");
    }
    if (encodings.size() != 1 || !encodings.get(0).equalsIgnoreCase("chunked")) {
      throw new BadRequest(501, "a Transfer-Encoding other than chunked");
    }
    return new Framing(Kind.CHUNKED, 0);
  }

  private static Framing fixed(List<String> lengths) throws BadRequest {
    if (lengths.size() != 1) {
      throw new BadRequest(400, "more than one Content-Length");
    }
    String length = lengths.get(0);
    boolean isNumber =
        !length.isEmpty()
            && length.length() <= MAX_LENGTH_DIGITS
            && length.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber) {
      throw new BadRequest(
          400, "a Content-Length that is not a number of 1 to " + MAX_LENGTH_DIGITS + " digits");
    }
    return new Framing(Kind.FIXED, Long.parseLong(length));
  }
}
