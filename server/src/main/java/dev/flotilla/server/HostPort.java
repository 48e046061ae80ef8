package dev.flotilla.server;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the host, and the port if one is given, of a discovery proxy. */
final class HostPort implements ITypeConverter<InetSocketAddress> {
  @Override
  public InetSocketAddress convert(String value) {
    URI parsed = parsed(value);
    int port = parsed.getPort() < 0 ? DiscoverySettings.PORT : parsed.getPort();
    String host = parsed.getHost();
    InetSocketAddress address =
        host == null || port == 0 || !value.equals(parsed.getRawAuthority())
            ? null
            : resolved(host, port, value);
    if (address == null) {
      throw new TypeConversionException(
          "'%s' is no HOST or HOST:PORT, such as 192.0.2.1:3702 or [fd00::1]".formatted(value));
    }
    return address;
  }

  private static InetSocketAddress resolved(String host, int port, String value) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new TypeConversionException(
          "'%s' names a host that cannot be found; give its address".formatted(value));
    }
    return address;
  }

  private static URI parsed(String value) {
    try {
      return new URI("udp://" + value);
    } catch (URISyntaxException e) {
      throw new TypeConversionException(
          "'%s' is no HOST or HOST:PORT: %s".formatted(value, e.getMessage()));
    }
  }
}
