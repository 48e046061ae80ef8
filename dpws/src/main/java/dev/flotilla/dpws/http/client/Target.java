package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.message.HttpWriter;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Where calls go: an http or https URI with what every request to it repeats. Immutable. */
final class Target {
  private static final int DEFAULT_PORT = 80;
  private static final int DEFAULT_TLS_PORT = 443;
  private static final int MAX_PORT = 65_535;

  private final String uri;
  private final String scheme;
  private final String authority;
  private final String host;
  private final int port;
  private final String requestHead;

  /** The head of requests in XML, without a length; not to be written to. */
  final byte[] soapHead;

  private Target(String uri, String scheme, String host, int port, String pathAndQuery) {
    this.uri = withoutZone(uri);
    this.scheme = scheme;
    this.authority = host + ":" + port;
    this.host = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    this.port = port;
    // A zone means something on this machine only (RFC 6874, section 1).
    this.requestHead = HttpWriter.requestHead(pathAndQuery, withoutZone(authority));
    this.soapHead = HttpWriter.soapRequestHead(requestHead);
  }

  private static String withoutZone(String text) {
    return text.replaceFirst("^([^]]*)%[^]/]*]", "$1]");
  }

  static Target of(URI address) {
    boolean isSecure = "https".equals(address.getScheme());
    if (!(isSecure || "http".equals(address.getScheme()))
        || address.getHost() == null
        || address.getPort() > MAX_PORT) {
      throw new IllegalArgumentException(
          "calls go to http://host:port/path or https://host:port/path, not to " + address);
    }
    int defaultPort = isSecure ? DEFAULT_TLS_PORT : DEFAULT_PORT;
    int port = address.getPort() < 0 ? defaultPort : address.getPort();
    String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    return new Target(
        address.toString(), address.getScheme(), address.getHost(), port, path + query);
  }

  /** The whole address without a zone, for wsa:To. */
  String uri() {
    return uri;
  }

  /** http or https. */
  String scheme() {
    return scheme;
  }

  /** Scheme, host and port: what connections are shared by. */
  String origin() {
    return scheme + "://" + authority;
  }

  /** Host and port. */
  String authority() {
    return authority;
  }

  /** The request line and the fixed fields. */
  String requestHead() {
    return requestHead;
  }

  /** The socket address; names are looked up elsewhere, because that blocks. */
  CompletableFuture<InetSocketAddress> resolve(
      Function<String, CompletableFuture<InetAddress>> names) {
    if (NetUtil.createByteArrayFromIpAddressString(host) == null) {
      return names.apply(host).thenApply(address -> new InetSocketAddress(address, port));
    }
    try {
      return CompletableFuture.completedFuture(
          new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (UnknownHostException e) {
      // The zone of an IPv6 address that this host does not have.
      return CompletableFuture.failedFuture(
          new CompletionException("the host " + host + " is not known", e));
    }
  }
}
