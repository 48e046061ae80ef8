package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.xml.XmlText;
import java.net.URI;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * What one device says of itself: its lasting identity, and what it is and where it is today.
 *
 * @param endpointReference the lasting identity, usually {@code urn:uuid:...}; at most {@value
 *     #MAX_URI_CHARS} characters (DPWS 1.1, MAX_URI_SIZE)
 * @param types what the device is; empty where a message left them out
 * @param scopes URIs of the groups or places it belongs to; empty where a message left them out
 * @param xAddrs transport addresses at which it can be called now, in its order of preference;
 *     empty where a message left them out (a {@link Discovery#resolve} then asks for them)
 * @param metadataVersion grows whenever the device's metadata changes; an unsigned 32-bit number
 */
public record Target(
    String endpointReference,
    List<QName> types,
    List<String> scopes,
    List<URI> xAddrs,
    long metadataVersion) {
  static final int MAX_URI_CHARS = 2_048;

  /** Copies the lists and checks the limits of the standard. */
  public Target {
    types = List.copyOf(types);
    scopes = List.copyOf(scopes);
    xAddrs = List.copyOf(xAddrs);
    requireUri("endpoint reference", endpointReference);
    scopes.forEach(scope -> requireUri("scope", scope));
    AppSequence.requireUnsignedInt("metadata version", metadataVersion);
  }

  /** The identity alone: all that a Bye needs to say. */
  public static Target of(String endpointReference) {
    return new Target(endpointReference, List.of(), List.of(), List.of(), 0);
  }

  /** The same device at these addresses. */
  Target at(List<URI> addresses) {
    return new Target(endpointReference, types, scopes, addresses, metadataVersion);
  }

  // A list in a message is separated by white space, so that a URI with a space would be two.
  static void requireUri(String name, String uri) {
    if (uri.isEmpty() || uri.length() > MAX_URI_CHARS || uri.chars().anyMatch(c -> c <= ' ')) {
      throw new IllegalArgumentException(
          "%s \"%s\" must be a URI of 1 to %s characters without white space"
              .formatted(name, abbreviated(uri), MAX_URI_CHARS));
    }
  }

  private static String abbreviated(String uri) {
    return XmlText.abbreviated(uri, 80);
  }
}
