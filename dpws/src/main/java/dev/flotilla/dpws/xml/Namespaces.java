package dev.flotilla.dpws.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The namespaces of this program's elements, so that a reader need not make them anew. */
final class Namespaces {
  /** More are made anew each time. */
  private static final int MAX_KNOWN = 64;

  private static final List<Known> KNOWN = new CopyOnWriteArrayList<>();

  private static final class Known {
    private final String name;
    private final byte[] utf8;

    Known(String name) {
      this.name = name;
      this.utf8 = XmlElement.utf8(name);
    }
  }

  private Namespaces() {}

  /** Remembers a namespace of an element of ours. */
  static synchronized void remember(String namespace) {
    if (KNOWN.size() < MAX_KNOWN
        && KNOWN.stream().noneMatch(known -> known.name.equals(namespace))) {
      KNOWN.add(new Known(namespace));
    }
  }

  /** The namespace in a region of ASCII bytes. */
  static String of(byte[] bytes, int start, int end) {
    int length = end - start;
    for (Known known : KNOWN) {
      if (known.utf8.length == length
          && known.utf8[length - 1] == bytes[end - 1]
          && Arrays.equals(bytes, start, end, known.utf8, 0, length)) {
        return known.name;
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
