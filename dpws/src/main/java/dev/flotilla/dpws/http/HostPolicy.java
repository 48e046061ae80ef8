package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.xml.XmlText;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For which host names and which web pages an endpoint answers. A page in somebody's browser can
 * send requests to any address that the browser reaches, and with a name of its own that resolves
 * to that address (DNS rebinding) it can read the answers too. Both give themselves away: by {@code
 * Origin}, and by a {@code Host} that nobody has configured. Immutable, any thread.
 *
 * @param hostNames further names by which the endpoint is called; without port, any case
 * @param origins origins of web pages that may call it, such as {@code http://panel.example}; none
 *     unless configured
 * @param callers whom it answers
 */
public record HostPolicy(Set<String> hostNames, Set<String> origins, Callers callers) {
  /** Whom an endpoint answers. */
  public enum Callers {
    /** Programs. They may use any IP address as host, and localhost on a loopback connection. */
    PROGRAMS,
    /**
     * Its own web pages, and programs. They use localhost, a loopback address or the address of the
     * connection as host.
     */
    OWN_PAGES
  }

  /** IP addresses and localhost; no web pages. */
  public static final HostPolicy DEFAULT = new HostPolicy(Set.of(), Set.of());

  private static final String LOCALHOST = "localhost";

  /** How a browser says which page has sent a request (Fetch Metadata), and its own answers. */
  private static final String FETCH_SITE = "Sec-Fetch-Site";

  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
  private static final int MAX_NAME_CHARS = 253;

  /**
   * Copies the sets.
   *
   * @throws IllegalArgumentException if one of the names is not a host name
   */
  public HostPolicy {
    Set<String> lowerCase = new HashSet<>();
    for (String name : hostNames) {
      if (name.length() > MAX_NAME_CHARS || !name.matches("[A-Za-z0-9]([A-Za-z0-9_.-]*)")) {
        throw new IllegalArgumentException(
            "'"
                + name
                + "' is not a host name; give letters, digits, dots and - only, and no port");
      }
      lowerCase.add(withoutFinalDot(name.toLowerCase(Locale.ROOT)));
    }
    hostNames = Set.copyOf(lowerCase);
    origins = Set.copyOf(origins);
  }

  /** Programs, and web pages of these origins. */
  public HostPolicy(Set<String> hostNames, Set<String> origins) {
    this(hostNames, origins, Callers.PROGRAMS);
  }

  /** Web pages of the endpoint itself, called by these names too. */
  public static HostPolicy ofOwnPages(Set<String> hostNames) {
    return new HostPolicy(hostNames, Set.of(), Callers.OWN_PAGES);
  }

  /** The same with one more host name. */
  public HostPolicy withHostName(String name) {
    Set<String> more = new HashSet<>(hostNames);
    more.add(name);
    return new HostPolicy(more, origins, callers);
  }

  /**
   * Refuses a request for another host (RFC 9110, 7.4; RFC 9112, 3.2), or of a page of another
   * origin.
   *
   * @param local where the connection ends here
   */
  void check(HttpRequest request, InetSocketAddress local) throws HttpException {
    List<String> hosts = hostsOf(request);
    for (String host : hosts) {
      checkHost(host, local);
    }
    for (String origin : request.headers().getAll(HttpHeaderNames.ORIGIN)) {
      if (!origins.contains(origin) && !isOwn(origin, hosts)) {
        throw new HttpException(
            403, "web pages of the origin '" + quotable(origin) + "' may not call this server");
      }
    }
    for (String site : request.headers().getAll(FETCH_SITE)) {
      if (callers == Callers.OWN_PAGES && !OWN_SITES.contains(site)) {
        throw new HttpException(403, "web pages of other sites may not call this server");
      }
    }
  }

  private boolean isOwn(String origin, List<String> hosts) {
    return callers == Callers.OWN_PAGES
        && hosts.stream()
            .allMatch(
                host ->
                    origin.equalsIgnoreCase("http://" + host)
                        || origin.equalsIgnoreCase("https://" + host));
  }

  private List<String> hostsOf(HttpRequest request) throws HttpException {
    HttpHeaders headers = request.headers();
    List<String> hosts = new ArrayList<>(headers.getAll(HttpHeaderNames.HOST));
    if (hosts.size() > 1) {
      throw new HttpException(400, "the header Host is repeated");
    }
    boolean isNeeded =
        callers == Callers.OWN_PAGES || request.protocolVersion().equals(HttpVersion.HTTP_1_1);
    if (hosts.isEmpty() && isNeeded) {
      throw new HttpException(400, "the header Host is missing, which HTTP/1.1 requires");
    }
    if (!request.uri().startsWith("/")) {
      hosts.add(authorityOf(request.uri()));
    }
    return hosts;
  }

  private static String authorityOf(String target) throws HttpException {
    try {
      String authority = URI.create(target).getRawAuthority();
      if (authority != null) {
        return authority;
      }
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, "the request target is not a URI: " + e.getMessage());
    }
    throw new HttpException(400, "the request target is neither a path nor a URI with a host");
  }

  private void checkHost(String authority, InetSocketAddress local) throws HttpException {
    String host = hostOf(authority);
    if (host == null) {
      throw new HttpException(
          400, "the host '" + quotable(authority) + "' is not host or host:port");
    }
    if (!isAccepted(host, local)) {
      throw new HttpException(
          421,
          "the host '"
              + quotable(host)
              + "' is neither an IP address"
              + (callers == Callers.OWN_PAGES ? " of this server" : "")
              + " nor a host name configured here; call this server by its IP address, or configure"
              + " the name (--host-name)");
    }
  }

  private boolean isAccepted(String host, InetSocketAddress local) {
    boolean isForPages = callers == Callers.OWN_PAGES;
    String literal = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    boolean isAddress =
        NetUtil.isValidIpV4Address(host)
            || (host.startsWith("[") && NetUtil.isValidIpV6Address(literal));
    if (isAddress) {
      return !isForPages || isHere(literal, local);
    }
    return (host.equals(LOCALHOST) && (isForPages || isLoopback(local)))
        || hostNames.contains(host);
  }

  private static boolean isHere(String literal, InetSocketAddress local) {
    InetAddress address =
        NetUtil.createInetAddressFromIpAddressString(literal.replaceFirst("%.*", ""));
    return address != null && (address.isLoopbackAddress() || address.equals(local.getAddress()));
  }

  /** The host in lower case, an IPv6 address with its brackets; null if it is none. */
  private static @Nullable String hostOf(String authority) {
    int portAt = authority.indexOf(':', authority.startsWith("[") ? authority.indexOf(']') + 1 : 0);
    String host = portAt < 0 ? authority : authority.substring(0, portAt);
    String port = portAt < 0 ? "" : authority.substring(portAt + 1);
    boolean isSound =
        !host.isEmpty() && (!host.startsWith("[") || host.endsWith("]")) && isDigits(port);
    return isSound ? withoutFinalDot(host.toLowerCase(Locale.ROOT)) : null;
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static boolean isLoopback(InetSocketAddress local) {
    return local.getAddress() != null && local.getAddress().isLoopbackAddress();
  }

  private static String withoutFinalDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static String quotable(String text) {
    return XmlText.abbreviated(text, 80);
  }
}
