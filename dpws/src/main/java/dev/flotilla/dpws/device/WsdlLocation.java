package dev.flotilla.dpws.device;

import java.net.URI;

/**
 * Where the WSDL of a service is found by HTTP GET.
 *
 * @param location an absolute URL
 */
public record WsdlLocation(URI location) implements MetadataSection {
  @Override
  public String dialect() {
    return DpwsNames.WSDL_DIALECT;
  }
}
