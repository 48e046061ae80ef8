package dev.flotilla.console;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which requests are answered. A page of another site can send requests to any address that the
 * browser reaches, and with a name of its own that resolves to that address (DNS rebinding) it
 * could read the answers too. Both give themselves away by {@code Host} and {@code Origin}.
 */
final class RequestRules {
  /** What a request that changes something must have; no page of another site can send it. */
  static final String HEADER = "X-Flotilla";

  static final String HEADER_VALUE = "console";

  private static final Pattern IPV4 = Pattern.compile("(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\]]*\\]|[^:\\[\\]]+)(:\\d{0,5})?");

  private final Set<String> hostNames;

  RequestRules(Set<String> hostNames) {
    this.hostNames = hostNames;
  }

  /**
   * Why a request is not answered.
   *
   * @param status of HTTP
   * @param reason for people
   */
  record Refusal(int status, String reason) {}

  /**
   * Checks where a request was meant to go, and which page has sent it.
   *
   * @param local where the connection ends here
   */
  Optional<Refusal> refusal(Headers headers, InetSocketAddress local) {
    List<String> hosts = headers.getOrDefault("Host", List.of());
    if (hosts.size() != 1) {
      return Optional.of(new Refusal(400, "a request needs the header Host once"));
    }
    String authority = hosts.get(0).strip();
    if (!isOurs(authority, local.getAddress())) {
      return Optional.of(
          new Refusal(
              421,
              "the host is neither localhost nor the IP address of this console, nor a name that is"
                  + " configured (--host-name)"));
    }
    boolean isOwnPage =
        headers.getOrDefault("Origin", List.of()).stream()
            .allMatch(origin -> origin.equalsIgnoreCase("http://" + authority));
    boolean isOwnSite =
        headers.getOrDefault("Sec-Fetch-Site", List.of()).stream()
            .allMatch(site -> site.equals("same-origin") || site.equals("none"));
    return isOwnPage && isOwnSite
        ? Optional.empty()
        : Optional.of(new Refusal(403, "pages of other sites may not call this console"));
  }

  /** Whether the page of this console has sent a request that changes something. */
  static boolean isMarked(Headers headers) {
    return headers.getOrDefault(HEADER, List.of()).equals(List.of(HEADER_VALUE));
  }

  private boolean isOurs(String authority, InetAddress local) {
    if (!AUTHORITY.matcher(authority).matches()) {
      return false;
    }
    boolean isBracketed = authority.startsWith("[");
    String host =
        (isBracketed
                ? authority.substring(1, authority.indexOf(']'))
                : authority.replaceFirst(":\\d*$", ""))
            .toLowerCase(Locale.ROOT);
    if (isBracketed ? IPV6.matcher(host).matches() && host.contains(":") : isIpv4(host)) {
      return address(host)
          .filter(named -> named.isLoopbackAddress() || named.equals(local))
          .isPresent();
    }
    return !isBracketed && (host.equals("localhost") || hostNames.contains(host));
  }

  private static boolean isIpv4(String host) {
    String[] parts = host.split("\\.", -1);
    return parts.length == 4 && IPV4.matcher(host).replaceAll("").isEmpty();
  }

  /** Of a literal address only: nothing is looked up. */
  private static Optional<InetAddress> address(String literal) {
    try {
      return Optional.of(InetAddress.getByName(literal));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
