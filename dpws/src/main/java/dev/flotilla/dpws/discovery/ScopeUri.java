package dev.flotilla.dpws.discovery;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scope as the rule {@link ScopeRule#RFC_3986} sees it; query and fragment do not take part.
 *
 * @param scheme in lower case, empty when there is none
 * @param authority in lower case, empty when there is none
 * @param rooted whether the path begins with a slash, as it does behind an authority
 * @param segments of the path, unescaped one by one, so that an escaped slash separates nothing
 */
record ScopeUri(String scheme, String authority, boolean rooted, List<String> segments) {

  /** Splits any string by RFC 3986, appendix B; never throws. */
  static ScopeUri parse(String uri) {
    String rest = before(before(uri, '#'), '?');
    int colon = rest.indexOf(':');
    int slash = rest.indexOf('/');
    String scheme = "";
    if (colon > 0 && (slash < 0 || colon < slash)) {
      scheme = rest.substring(0, colon);
      rest = rest.substring(colon + 1);
    }
    String authority = "";
    if (rest.startsWith("//")) {
      int end = rest.indexOf('/', 2);
      authority = rest.substring(2, end < 0 ? rest.length() : end);
      rest = end < 0 ? "" : rest.substring(end);
    }
    return new ScopeUri(
        scheme.toLowerCase(Locale.ROOT),
        unescaped(authority).toLowerCase(Locale.ROOT),
        rest.isEmpty() || rest.startsWith("/"),
        segments(rest));
  }

  /** Whether the other URI is this one or lies below it, by whole segments. */
  boolean contains(ScopeUri other) {
    return scheme.equals(other.scheme)
        && authority.equals(other.authority)
        && rooted == other.rooted
        && !hasDots()
        && !other.hasDots()
        && segments.size() <= other.segments.size()
        && segments.equals(other.segments.subList(0, segments.size()));
  }

  private boolean hasDots() {
    return segments.contains(".") || segments.contains("..");
  }

  // The slash at the end of a directory is no segment: "http://a/b/" holds "http://a/b/c".
  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    int from = path.startsWith("/") ? 1 : 0;
    while (from < path.length()) {
      int to = path.indexOf('/', from);
      int end = to < 0 ? path.length() : to;
      segments.add(unescaped(path.substring(from, end)));
      from = end + 1;
    }
    return List.copyOf(segments);
  }

  private static String before(String uri, char stop) {
    int at = uri.indexOf(stop);
    return at < 0 ? uri : uri.substring(0, at);
  }

  // A percent sign that escapes nothing stands for itself.
  private static String unescaped(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
    for (int i = 0; i < in.length; i++) {
      int high = in[i] == '%' && i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(in[i + 2], 16) : -1;
      if (low >= 0) {
        out.write(high << 4 | low);
        i += 2;
      } else {
        out.write(in[i]);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
