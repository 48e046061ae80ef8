package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.SoapFaultException;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Where messages about a subscription go.
 *
 * @param url the address as an http URL
 * @param reference what the messages carry
 */
record EventTarget(URI url, EndpointReference reference) {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int MAX_PORT = 65_535;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /**
   * A target that a stranger has named.
   *
   * @param scheme of the addresses that can be called from here
   * @throws SoapFaultException if it is not an http URL, or one that the policy does not allow
   */
  static EventTarget of(
      EndpointReference reference, String scheme, InetAddress subscriber, SinkPolicy policy)
      throws SoapFaultException {
    URI url;
    try {
      url = httpUrl(reference.address());
    } catch (IllegalArgumentException e) {
      throw EventingFaults.unreachable(reference.address(), String.valueOf(e.getMessage()));
    }
    if (!url.getScheme().equals(scheme)) {
      throw EventingFaults.unreachable(
          reference.address(), "only " + scheme + " addresses are called from here");
    }
    if (!policy.allows(subscriber, url)) {
      throw EventingFaults.unreachable(
          reference.address(), "its host is not the IP address of the subscriber");
    }
    return new EventTarget(url, reference);
  }

  /** Whether it is at one of these addresses; a host name is not looked up. */
  boolean isOneOf(List<InetSocketAddress> addresses) {
    String host = url.getHost();
    InetAddress literal =
        NetUtil.createInetAddressFromIpAddressString(
            host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
    return literal != null
        && addresses.stream()
            .anyMatch(it -> it.getPort() == port() && isThere(literal, it.getAddress()));
  }

  private int port() {
    int ofScheme = url.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
    return url.getPort() < 0 ? ofScheme : url.getPort();
  }

  private static boolean isThere(InetAddress host, InetAddress listening) {
    return listening.isAnyLocalAddress() ? isOwn(host) : listening.equals(host);
  }

  private static boolean isOwn(InetAddress host) {
    try {
      return host.isLoopbackAddress() || NetworkInterface.getByInetAddress(host) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  /**
   * The address as a URL.
   *
   * @throws IllegalArgumentException if it is none
   */
  static URI httpUrl(String address) {
    URI url = URI.create(address);
    boolean isHttp = url.getScheme() != null && SCHEMES.contains(url.getScheme());
    if (!isHttp || url.getHost() == null || url.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "it is not of the form http://host:port/path or https://host:port/path");
    }
    if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("its port is not between 1 and " + MAX_PORT);
    }
    return url;
  }
}
