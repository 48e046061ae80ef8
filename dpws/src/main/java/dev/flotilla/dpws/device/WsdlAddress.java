package dev.flotilla.dpws.device;

import dev.flotilla.dpws.http.HttpResource;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** Puts the address of a service into its WSDL. Stateless. */
final class WsdlAddress {
  /** Stands in a document where the URL of the service belongs. */
  static final String PLACEHOLDER = "{service-address}";

  private WsdlAddress() {}

  /**
   * The document with the URL in it, for a reader that got it at the URL of the service itself: the
   * names of documents beside it are absolute.
   */
  static HttpResource besideService(HttpResource document, URI service, Collection<String> names) {
    String text = new String(document.content(), StandardCharsets.UTF_8);
    for (String name : names) {
      text = text.replace("ocation=\"" + name + '"', "ocation=\"" + service + "/" + name + '"');
    }
    return HttpResource.of(
        HttpResource.XML,
        text.replace(PLACEHOLDER, service.toString()).getBytes(StandardCharsets.UTF_8));
  }

  /** The document with the URL in it; the same object if it has no place for one. */
  static HttpResource fillIn(HttpResource document, URI service) {
    String text = new String(document.content(), StandardCharsets.UTF_8);
    return text.contains(PLACEHOLDER)
        ? HttpResource.of(
            HttpResource.XML,
            text.replace(PLACEHOLDER, service.toString()).getBytes(StandardCharsets.UTF_8))
        : document;
  }
}
