package dev.flotilla.dpws.discovery;

import java.net.URI;
import java.util.List;
import javax.xml.namespace.QName;

/** Devices and names that tests share. */
final class Samples {
  static final QName LAMP = new QName("urn:test:lamps", "Lamp");
  static final QName DEVICE =
      new QName("http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01", "Device");
  static final String KITCHEN = "http://example.com/house/kitchen";

  private Samples() {}

  /** The n-th lamp, in the kitchen. */
  static Target lamp(int n) {
    return new Target(
        "urn:uuid:00000000-0000-4000-8000-%012d".formatted(n),
        List.of(DEVICE, LAMP),
        List.of(KITCHEN, "urn:test:group:a"),
        List.of(URI.create("http://127.0.0.1:8080/lamp/" + n)),
        7);
  }
}
