package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.ScopeRule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * How an enrolment service is found, by WS-Discovery, and called: {@code POST
 * https://HOST:PORT/enrolment} with a request as PEM (PKCS #10) and the header {@code
 * Authorization: Bearer TOKEN}. The answer has the certificates as PEM, or why there are none.
 */
final class EnrolmentNames {
  /** The type of the service; no server of a group has it. */
  static final QName TYPE = new QName("urn:flotilla:keys:2026", "EnrolmentService");

  static final String PATH = "/enrolment";
  static final String TOKEN_FIELD = "Authorization";

  /** Before the token, in its header field. */
  static final String TOKEN_PREFIX = "Bearer ";

  private static final String SCHEME = "https";
  private static final int MAX_PORT = 65_535;
  private static final String SCOPE = "urn:flotilla:group:";

  private EnrolmentNames() {}

  /** The scope of the servers of a group, and of what enrols them. */
  static String scope(String group) {
    return SCOPE + group;
  }

  /** Asks for the services of a group. */
  static Probe probe(String group) {
    return Probe.anything().ofType(TYPE).inScope(ScopeRule.STRCMP_0, scope(group));
  }

  /** The URL of a service. */
  static URI url(InetSocketAddress address) {
    return URI.create(SCHEME + "://" + HostPort.of(address) + PATH);
  }

  /** What a URL names by a literal address; a host name of a stranger is not looked up. */
  static Optional<InetSocketAddress> addressOf(URI url) {
    String host = url.getHost();
    boolean isLiteral = host != null && (host.startsWith("[") || host.matches("[0-9.]+"));
    if (!isLiteral
        || !SCHEME.equals(url.getScheme())
        || url.getPort() < 1
        || url.getPort() > MAX_PORT) {
      return Optional.empty();
    }
    try {
      return Optional.of(new InetSocketAddress(InetAddress.getByName(host), url.getPort()));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
