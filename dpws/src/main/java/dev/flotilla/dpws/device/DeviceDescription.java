package dev.flotilla.dpws.device;

import dev.flotilla.dpws.discovery.Target;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What a device tells who asks; addresses are those under which the asker reached it.
 *
 * @param scheme of its addresses
 */
record DeviceDescription(
    UUID id, ThisModel model, ThisDevice device, List<HostedService> services, String scheme) {
  String endpointReference() {
    return "urn:uuid:" + id;
  }

  String devicePath() {
    return "/" + id;
  }

  Metadata ofDevice(Target target, InetSocketAddress reachedAt) {
    return new Metadata(List.of(model, device, relationship(services, target, reachedAt)));
  }

  Metadata ofService(HostedService service, Target target, InetSocketAddress reachedAt) {
    List<MetadataSection> sections = new ArrayList<>();
    sections.add(relationship(List.of(service), target, reachedAt));
    if (service.wsdlName() != null) {
      String path = service.path() + "/" + service.wsdlName();
      sections.add(new WsdlLocation(Advertised.url(scheme, reachedAt, path)));
    }
    return new Metadata(sections);
  }

  private Relationship relationship(
      List<HostedService> services, Target target, InetSocketAddress reachedAt) {
    return new Relationship(
        new Relationship.Host(target.endpointReference(), target.types()),
        services.stream()
            .map(
                service ->
                    new Relationship.Hosted(
                        List.of(addressOf(service, reachedAt)),
                        service.portTypes(),
                        service.serviceId()))
            .toList());
  }

  private URI addressOf(HostedService service, InetSocketAddress reachedAt) {
    URI elsewhere = service.elsewhere();
    return elsewhere == null ? Advertised.url(scheme, reachedAt, service.path()) : elsewhere;
  }
}
