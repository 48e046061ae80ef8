package dev.flotilla.dpws.device;

import java.net.URI;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * Which services a device hosts (DPWS 1.1, section 5.1).
 *
 * @param host the device
 * @param hosted its services
 */
public record Relationship(Host host, List<Hosted> hosted) implements MetadataSection {
  /** Copies the list. */
  public Relationship {
    hosted = List.copyOf(hosted);
  }

  /**
   * A device.
   *
   * @param endpointReference its lasting identity
   * @param types what it is
   */
  public record Host(String endpointReference, List<QName> types) {
    /** Copies the list. */
    public Host {
      types = List.copyOf(types);
    }
  }

  /**
   * A hosted service.
   *
   * @param addresses where it can be called
   * @param types its port types
   * @param serviceId its name, unique in its device
   */
  public record Hosted(List<URI> addresses, List<QName> types, String serviceId) {
    /** Copies the lists. */
    public Hosted {
      addresses = List.copyOf(addresses);
      types = List.copyOf(types);
    }
  }

  @Override
  public String dialect() {
    return DpwsNames.RELATIONSHIP_DIALECT;
  }
}
