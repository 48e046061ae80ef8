package dev.flotilla.gateway.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads the head of a request strictly by RFC 9112. Whatever two readers could understand in two
 * ways is refused: a folded line, a space before a colon, a line that ends in a line feed alone,
 * invalid bytes, a host twice.
 */
final class HeadParser {
  private static final int MAX_METHOD_CHARS = 32;
  private static final String MARKS = "!#$%&'*+-.^_`|~";
  private static final String SCHEME = "http://";
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._~!$&'()*+;=%-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{0,5})?");

  private HeadParser() {}

  /**
   * Reads a head.
   *
   * @param text its bytes as ISO-8859-1, without the two line ends that end it
   * @param maxFields how many fields it may have
   */
  static RequestHead parse(String text, int maxFields) throws BadRequest {
    String[] lines = text.split("\r\n", -1);
    String[] words = lines[0].split(" ", -1);
    if (words.length != 3) {
      throw new BadRequest(400, "a request line that is not METHOD, target and version");
    }
    String method = method(words[0]);
    int minorVersion = minorVersion(words[2]);
    Fields fields = fields(lines, maxFields);
    checkHost(fields, minorVersion);
    checkExpectation(fields);
    Framing framing = Framing.of(fields, minorVersion);
    return targeted(method, words[1], minorVersion, fields, framing);
  }

  private static String method(String word) throws BadRequest {
    if (!isToken(word) || word.length() > MAX_METHOD_CHARS) {
      throw new BadRequest(400, "an invalid method");
    }
    if (word.equals("CONNECT") || word.equals("TRACE")) {
      throw new BadRequest(501, "the method " + word + ", which this gateway does not forward");
    }
    return word;
  }

  private static int minorVersion(String word) throws BadRequest {
    return switch (word) {
      case "HTTP/1.1" -> 1;
      case "HTTP/1.0" -> 0;
      default -> throw new BadRequest(505, "a version other than HTTP/1.0 and HTTP/1.1");
    };
  }

  private static Fields fields(String[] lines, int maxFields) throws BadRequest {
    if (lines.length - 1 > maxFields) {
      throw new BadRequest(431, "more than " + maxFields + " header fields");
    }
    List<Field> fields = new ArrayList<>(lines.length);
    for (int i = 1; i < lines.length; i++) {
      fields.add(field(lines[i]));
    }
    return new Fields(fields);
  }

  /** One line of a head, or of trailers. */
  static Field field(String line) throws BadRequest {
    int colon = line.indexOf(':');
    if (colon < 0 || !isToken(line.substring(0, colon))) {
      throw new BadRequest(400, "a header line that does not begin with a name and a colon");
    }
    String value = line.substring(colon + 1);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        throw new BadRequest(400, "a control character in a header field");
      }
    }
    return new Field(line.substring(0, colon), trimmed(value));
  }

  private static String trimmed(String value) {
    int from = 0;
    int to = value.length();
    while (from < to && isBlank(value.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(value.charAt(to - 1))) {
      to--;
    }
    return value.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static void checkHost(Fields fields, int minorVersion) throws BadRequest {
    List<String> hosts = fields.values("host");
    if (hosts.size() > 1 || (hosts.isEmpty() && minorVersion > 0)) {
      throw new BadRequest(400, "a request without exactly one Host");
    }
    if (!hosts.isEmpty() && !HOST.matcher(hosts.get(0)).matches()) {
      throw new BadRequest(400, "an invalid Host");
    }
  }

  private static void checkExpectation(Fields fields) throws BadRequest {
    for (String expected : fields.values("expect")) {
      if (!expected.equalsIgnoreCase("100-continue")) {
        throw new BadRequest(417, "an expectation other than 100-continue");
      }
    }
  }

  private static RequestHead targeted(
      String method, String target, int minorVersion, Fields fields, Framing framing)
      throws BadRequest {
    if (target.isEmpty() || !target.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#')) {
      throw new BadRequest(400, "an invalid character in the target");
    }
    if (target.startsWith("/") || (target.equals("*") && method.equals("OPTIONS"))) {
      return new RequestHead(method, target, minorVersion, fields, framing);
    }
    if (!target.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new BadRequest(400, "a target that is no path and no http address");
    }
    String rest = target.substring(SCHEME.length());
    int end = indexOfPath(rest);
    String host = rest.substring(0, end);
    if (!HOST.matcher(host).matches()) {
      throw new BadRequest(400, "an invalid host in the target");
    }
    String path = rest.substring(end);
    return new RequestHead(
        method,
        path.startsWith("/") ? path : "/" + path,
        minorVersion,
        fields.withOnly("Host", host),
        framing);
  }

  private static int indexOfPath(String rest) {
    for (int i = 0; i < rest.length(); i++) {
      if (rest.charAt(i) == '/' || rest.charAt(i) == '?') {
        return i;
      }
    }
    return rest.length();
  }

  private static boolean isToken(String word) {
    return !word.isEmpty()
        && word.chars()
            .allMatch(
                c ->
                    (c >= '0' && c <= '9')
                        || (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || MARKS.indexOf(c) >= 0);
  }

  /** Whether a name is one that a trailer must not have. */
  static boolean isForbiddenInTrailer(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals("content-length")
        || lower.equals("transfer-encoding")
        || lower.equals("host");
  }
}
