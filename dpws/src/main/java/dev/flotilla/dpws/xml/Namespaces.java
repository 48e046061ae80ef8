package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The namespaces of this program's elements, so that a reader need not make them anew. */
final class Namespaces {
  /** More are made anew each time. */
  private static final int MAX_KNOWN = 64;

  private static volatile Known known = new Known(new byte[0][], new String[0]);

  private record Known(byte[][] utf8, String[] names) {}

  private Namespaces() {}

  /** Remembers a namespace of an element of ours. */
  static synchronized void remember(String namespace) {
    Known now = known;
    int count = now.names.length;
    if (count == MAX_KNOWN || Arrays.asList(now.names).contains(namespace)) {
      return;
    }
    byte[][] utf8 = Arrays.copyOf(now.utf8, count + 1);
    String[] names = Arrays.copyOf(now.names, count + 1);
    utf8[count] = XmlElement.utf8(namespace);
    names[count] = namespace;
    known = new Known(utf8, names);
  }

  /** The namespace in a region of ASCII bytes. */
  static String of(byte[] bytes, int start, int end) {
    Known now = known;
    for (int i = 0; i < now.names.length; i++) {
      byte[] utf8 = now.utf8[i];
      if (Arrays.equals(bytes, start, end, utf8, 0, utf8.length)) {
        return now.names[i];
      }
    }
    return new String(bytes, start, end - start, StandardCharsets.US_ASCII);
  }

  /** Those of XML itself, which only the prefixes of XML may be bound to. */
  static boolean isReserved(String namespace) {
    return namespace.equals("http://www.w3.org/XML/1998/namespace")
        || namespace.equals("http://www.w3.org/2000/xmlns/");
  }
}
