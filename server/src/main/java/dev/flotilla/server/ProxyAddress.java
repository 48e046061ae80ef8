package dev.flotilla.server;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the host, and the port if one is given, of a discovery proxy. */
final class ProxyAddress implements ITypeConverter<InetSocketAddress> {
  @Override
  public InetSocketAddress convert(String value) {
    try {
      return HostPort.parse(value, DiscoverySettings.PORT).resolved();
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
