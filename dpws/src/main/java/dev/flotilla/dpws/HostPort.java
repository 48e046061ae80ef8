package dev.flotilla.dpws;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a TCP or UDP port, as people write them: {@code web-1.example:80}, {@code
 * 192.0.2.1:80} or {@code [2001:db8::1]:80}. Immutable.
 *
 * @param host a name or an IP address, without brackets
 * @param port 0 to 65535
 */
public record HostPort(String host, int port) implements Comparable<HostPort> {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._-]+");
  private static final Pattern TEXT =
      Pattern.compile("(?:([^:\\[\\]]+)|\\[([^\\[\\]]*:[^\\[\\]]*)\\])(?::([0-9]{1,5}))?");
  private static final int MAX_PORT = 65_535;

  /** Checks both. */
  public HostPort {
    if (!isHost(host) || port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("no host or no port: '%s', %s".formatted(host, port));
    }
  }

  /** Where a socket is, by its IP address. */
  public static HostPort of(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort());
  }

  /**
   * Reads HOST:PORT of somebody who is called: the port is not 0.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static HostPort parse(String text) {
    return parse(text, 0);
  }

  /**
   * Reads HOST or HOST:PORT of somebody who is called.
   *
   * @param defaultPort the port without one in the text; 0 if there must be one
   * @throws IllegalArgumentException if the text is anything else
   */
  public static HostPort parse(String text, int defaultPort) {
    return read(text, defaultPort, 1);
  }

  /**
   * Reads HOST:PORT of a place to listen at: port 0 is a free one.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static HostPort parseListening(String text) {
    return read(text, -1, 0);
  }

  /**
   * The address. Blocks while a name is looked up.
   *
   * @throws IllegalArgumentException if the name is not known
   */
  public InetSocketAddress resolved() {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "'%s' names a host that cannot be found; give its IP address".formatted(this));
    }
    return address;
  }

  /** The address, whose name is looked up with each connection. */
  public InetSocketAddress unresolved() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public int compareTo(HostPort other) {
    return toString().compareTo(other.toString());
  }

  /** As it is read; also the authority of a URL. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private static HostPort read(String text, int defaultPort, int leastPort) {
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
      int port = parts.group(3) == null ? defaultPort : Integer.parseInt(parts.group(3));
      if (isHost(host) && port >= leastPort && port <= MAX_PORT) {
        return new HostPort(host, port);
      }
    }
    throw new IllegalArgumentException(
        ("an address is HOST:PORT, not '%s': a host without http:// and path, an IPv6 address in"
                + " brackets, and a port from %s to 65535")
            .formatted(text, leastPort));
  }

  private static boolean isHost(String text) {
    return NAME.matcher(text).matches() || NetUtil.isValidIpV6Address(text);
  }
}
