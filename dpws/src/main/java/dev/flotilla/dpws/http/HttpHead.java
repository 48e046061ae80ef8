package dev.flotilla.dpws.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The start line of a message and the few header fields that matter here, checked so that nobody
 * can read the length of the body in two ways (RFC 9112, sections 5 and 6).
 */
final class HttpHead {
  static final int UNKNOWN_LENGTH = -1;

  private static final int MAX_LENGTH_DIGITS = 18;

  private String method = "";
  private String path = "";
  private int status;
  private boolean http11;
  private boolean closing;
  private boolean keepingAlive;
  private boolean chunked;
  private boolean expectingContinue;
  private boolean encoded;
  private long contentLength = UNKNOWN_LENGTH;
  private String mediaType = "";

  String method() {
    return method;
  }

  /** The path of a request's target, without query. */
  String path() {
    return path;
  }

  int status() {
    return status;
  }

  boolean keepsAlive() {
    return http11 ? !closing : keepingAlive;
  }

  boolean isChunked() {
    return chunked;
  }

  boolean expectsContinue() {
    return expectingContinue;
  }

  boolean hasContentEncoding() {
    return encoded;
  }

  long contentLength() {
    return contentLength;
  }

  /** The content type in lower case without parameters; empty when there is none. */
  String mediaType() {
    return mediaType;
  }

  void requestLine(byte[] bytes, int start, int end) throws HttpException {
    int first = indexOf(bytes, ' ', start, end);
    int second = first < 0 ? -1 : indexOf(bytes, ' ', first + 1, end);
    if (first <= start || second <= first + 1) {
      throw new HttpException(400, "the request line is not 'METHOD target HTTP/1.1'");
    }
    version(bytes, second + 1, end);
    requireToken(bytes, start, first);
    method = latin1(bytes, start, first);
    path = pathOf(latin1(bytes, first + 1, second));
  }

  void statusLine(byte[] bytes, int start, int end) throws HttpException {
    int space = indexOf(bytes, ' ', start, end);
    if (space < 0 || end - space < 4) {
      throw new HttpException(502, "the status line is not 'HTTP/1.1 code reason'");
    }
    version(bytes, start, space);
    status = 0;
    for (int i = space + 1; i < space + 4; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        throw new HttpException(502, "the status code is not a number");
      }
      status = 10 * status + bytes[i] - '0';
    }
  }

  void field(byte[] bytes, int start, int end) throws HttpException {
    int colon = indexOf(bytes, ':', start, end);
    if (colon <= start) {
      throw new HttpException(400, "a header field is not 'name: value'");
    }
    requireToken(bytes, start, colon);
    int from = colon + 1;
    int to = end;
    while (from < to && isBlank(bytes[from])) {
      from++;
    }
    while (to > from && isBlank(bytes[to - 1])) {
      to--;
    }
    requirePrintable(bytes, from, to);
    switch (colon - start) {
      case 6 -> expect(bytes, start, from, to);
      case 10 -> connection(bytes, start, from, to);
      case 12 -> contentType(bytes, start, from, to);
      case 14 -> contentLength(bytes, start, from, to);
      case 16 -> contentEncoding(bytes, start, from, to);
      case 17 -> transferEncoding(bytes, start, from, to);
      default -> {}
    }
  }

  /** Checks the fields against each other, once all are there. */
  void complete() throws HttpException {
    if (chunked && contentLength != UNKNOWN_LENGTH) {
      throw new HttpException(400, "a message has both Content-Length and Transfer-Encoding");
    }
  }

  private void expect(byte[] bytes, int name, int from, int to) throws HttpException {
    if (matches(bytes, name, "expect")) {
      if (!lowerCase(bytes, from, to).equals("100-continue")) {
        throw new HttpException(417, "the only expectation known is 100-continue");
      }
      expectingContinue = true;
    }
  }

  private void connection(byte[] bytes, int name, int from, int to) {
    if (matches(bytes, name, "connection")) {
      for (String option : lowerCase(bytes, from, to).split(",", -1)) {
        closing |= option.strip().equals("close");
        keepingAlive |= option.strip().equals("keep-alive");
      }
    }
  }

  private void contentType(byte[] bytes, int name, int from, int to) {
    if (matches(bytes, name, "content-type")) {
      int semicolon = indexOf(bytes, ';', from, to);
      mediaType = lowerCase(bytes, from, semicolon < 0 ? to : semicolon).strip();
    }
  }

  private void contentEncoding(byte[] bytes, int name, int from, int to) {
    if (matches(bytes, name, "content-encoding")) {
      encoded = !lowerCase(bytes, from, to).equals("identity");
    }
  }

  private void transferEncoding(byte[] bytes, int name, int from, int to) throws HttpException {
    if (matches(bytes, name, "transfer-encoding")) {
      if (chunked || !lowerCase(bytes, from, to).equals("chunked")) {
        throw new HttpException(501, "the only transfer encoding known is chunked, once");
      }
      chunked = true;
    }
  }

  private void contentLength(byte[] bytes, int name, int from, int to) throws HttpException {
    if (matches(bytes, name, "content-length")) {
      if (from == to || to - from > MAX_LENGTH_DIGITS) {
        throw new HttpException(400, "Content-Length is not a number");
      }
      long length = 0;
      for (int i = from; i < to; i++) {
        if (bytes[i] < '0' || bytes[i] > '9') {
          throw new HttpException(400, "Content-Length is not a number");
        }
        length = 10 * length + bytes[i] - '0';
      }
      if (contentLength != UNKNOWN_LENGTH && contentLength != length) {
        throw new HttpException(400, "two different Content-Lengths");
      }
      contentLength = length;
    }
  }

  private void version(byte[] bytes, int start, int end) throws HttpException {
    if (end - start != 8 || !matches(bytes, start, "http/1.") || bytes[start] != 'H') {
      throw new HttpException(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
    }
    if (bytes[end - 1] != '1' && bytes[end - 1] != '0') {
      throw new HttpException(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
    }
    http11 = bytes[end - 1] == '1';
  }

  private static String pathOf(String target) {
    String path = target;
    if (!path.startsWith("/")) {
      // The absolute form, which proxies are sent (RFC 9112, 3.2.2).
      int authority = path.indexOf("://");
      int slash = authority < 0 ? -1 : path.indexOf('/', authority + 3);
      path = slash < 0 ? "/" : path.substring(slash);
    }
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  private static boolean matches(byte[] bytes, int start, String lowerCaseName) {
    for (int i = 0; i < lowerCaseName.length(); i++) {
      int c = bytes[start + i];
      int lower = c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
      if (lower != lowerCaseName.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static void requireToken(byte[] bytes, int start, int end) throws HttpException {
    for (int i = start; i < end; i++) {
      if (bytes[i] <= ' ' || bytes[i] == 127 || "()<>@,;:\\\"/[]?={}".indexOf(bytes[i]) >= 0) {
        throw new HttpException(400, "a method or header field name has an illegal character");
      }
    }
  }

  private static void requirePrintable(byte[] bytes, int start, int end) throws HttpException {
    for (int i = start; i < end; i++) {
      if ((bytes[i] >= 0 && bytes[i] < ' ' && bytes[i] != '\t') || bytes[i] == 127) {
        throw new HttpException(400, "a header field has a control character");
      }
    }
  }

  private static int indexOf(byte[] bytes, char wanted, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static String latin1(byte[] bytes, int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static String lowerCase(byte[] bytes, int start, int end) {
    return latin1(bytes, start, end).toLowerCase(Locale.ROOT);
  }
}
