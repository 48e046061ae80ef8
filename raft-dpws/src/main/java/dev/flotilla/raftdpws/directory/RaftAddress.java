package dev.flotilla.raftdpws.directory;

import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * From the transport address of a device to the URL of its RAFT_Service.
 *
 * <p>By convention the service stands at the path {@code /RAFT_Service} of the host and port of its
 * device, as it did in 2014. Asking each device for its metadata would cost two round trips at the
 * very moment when a member that moved is looked for, and a device without that path is none of
 * ours.
 */
public final class RaftAddress {
  private static final String PATH = "/" + RaftNames.SERVICE;
  private static final int MAX_CHARS = 512;
  private static final int MAX_PORT = 65_535;

  // No leading zeros: Java takes some of those for names.
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

  private static final Pattern IP_V4 = Pattern.compile(OCTET + "([.]" + OCTET + "){3}");

  private RaftAddress() {}

  /**
   * The RAFT_Service behind any HTTP address of a device.
   *
   * @return empty unless the address is an absolute URL that can be called: http or https, with a
   *     host and no port that does not exist. Whoever is announced chooses it freely; which of the
   *     two is called is decided by whether there are keys
   */
  public static Optional<URI> of(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    boolean isHttp = scheme.equals("http") || scheme.equals("https");
    boolean isTooLong = address.toString().length() > MAX_CHARS;
    if (!isHttp || address.getHost() == null || address.getPort() > MAX_PORT || isTooLong) {
      return Optional.empty();
    }
    return Optional.of(URI.create(scheme + "://" + address.getRawAuthority() + PATH));
  }

  /**
   * {@link #of} for an address that somebody answerable for it has written.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static URI required(URI address) {
    return of(address).orElseThrow(() -> new IllegalArgumentException(objection(address)));
  }

  private static String objection(URI address) {
    String authority = String.valueOf(address.getRawAuthority());
    return address.getHost() == null && authority.contains("_")
        ? ("'%s' has a host name with '_', which URLs do not allow: use the IP address, or a name of"
                + " letters, digits, '-' and '.'")
            .formatted(address)
        : "'%s' is not the address of a server; it looks like http(s)://host:port"
            .formatted(address);
  }

  /** {@link #of(URI)} for a text that need not be a URI at all. */
  public static Optional<URI> parse(String address) {
    try {
      return of(URI.create(address));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * {@link #of} for an address that a message claims: its host must be an IP address, as our
   * servers announce it. A name would have this server ask a name server of a stranger's choice.
   */
  public static Optional<URI> claimed(URI address) {
    return of(address).filter(url -> isIpAddress(url.getHost()));
  }

  /** {@link #claimed} for a text that need not be a URI at all. */
  public static Optional<URI> parseClaimed(String address) {
    return parse(address).filter(url -> isIpAddress(url.getHost()));
  }

  /** Whether its host is an IPv6 address. */
  static boolean isIpv6(URI url) {
    return String.valueOf(url.getHost()).startsWith("[");
  }

  private static boolean isIpAddress(String host) {
    // In brackets, java.net.URI takes only IPv6 addresses.
    return host.startsWith("[") || IP_V4.matcher(host).matches();
  }

  /** Whether the host of the URL is this IP address, as Java writes it; no name is looked up. */
  public static boolean isAt(URI url, InetAddress address) {
    String host = url.getHost();
    if (host == null || !host.startsWith("[")) {
      return address.getHostAddress().equals(host);
    }
    try {
      // In brackets it is a literal: nothing is asked.
      return InetAddress.getByName(host).equals(address);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
