package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.SoapFaultException;
import java.net.InetAddress;
import java.net.URI;
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
