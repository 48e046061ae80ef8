package dev.flotilla.dpws.http;

import dev.flotilla.dpws.Refusals;
import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.http.message.MessageBody;
import dev.flotilla.dpws.soap.MessageEncoding;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an endpoint serves, by path. Any thread. */
final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

  /** Of requests that another setting of this side would accept: another origin, another host. */
  private static final Set<Integer> STATUSES_OF_SETTINGS = Set.of(403, 421);

  // For all endpoints: what is logged is bounded together.
  private static final Refusals WARNINGS = new Refusals(LOG);

  private final Map<String, SoapService> services = new ConcurrentHashMap<>();
  private final Map<String, Function<InetSocketAddress, HttpResource>> resources =
      new ConcurrentHashMap<>();

  private final Set<String> names = ConcurrentHashMap.newKeySet();

  private volatile @Nullable MessageEncoding encoding;
  private volatile @Nullable Handler handler;

  /**
   * What answers every request.
   *
   * @param fields header fields of every answer, as {@link HttpWriter#fields} writes them
   * @param keepsOpen whether a connection may have further requests after one
   */
  record Handler(Consumer<HttpExchange> requests, String fields, boolean keepsOpen) {
    HttpEnd endOf(RequestHead head) {
      return keepsOpen ? head.end : HttpEnd.CLOSE;
    }
  }

  /** Has everything answered by a handler from now on. */
  void handle(Handler chosen) {
    handler = chosen;
  }

  /**
   * The last answer of a connection whose request is refused before anything here sees it. Logs at
   * WARN, and bounded, what a setting of this side would accept, as the other side's operator sees
   * only half of it.
   */
  Answer refusal(Channel from, HttpException refusal, long nowNanos) {
    if (STATUSES_OF_SETTINGS.contains(refusal.status())) {
      String self = String.valueOf(from.localAddress());
      WARNINGS.refused(self, from.remoteAddress(), String.valueOf(refusal.getMessage()));
    } else {
      LOG.debug("Request from {} refused: {}", from.remoteAddress(), refusal.getMessage());
    }
    Handler known = handler;
    return known == null
        ? FixedAnswer.refusal(refusal, nowNanos)
        : FixedAnswer.last(
            refusal.status(),
            HttpResource.text(refusal.getMessage() + "\n"),
            known.fields(),
            nowNanos);
  }

  /** Understands one more form of messages than XML. */
  void understand(MessageEncoding chosen) {
    encoding = chosen;
  }

  /** Messages may name this URI as their addressee. */
  void name(String uri) {
    names.add(uri.toLowerCase(Locale.ROOT));
  }

  /** Whether something that answers here has this name. */
  boolean isNamed(String uri) {
    return names.contains(uri.toLowerCase(Locale.ROOT));
  }

  void add(String path, SoapService service) {
    requirePath(path);
    if (services.putIfAbsent(path, service) != null) {
      throw new IllegalArgumentException("two services at the path " + path);
    }
  }

  void add(String path, Function<InetSocketAddress, HttpResource> resource) {
    requirePath(path);
    if (resources.putIfAbsent(path, resource) != null) {
      throw new IllegalArgumentException("two documents at the path " + path);
    }
  }

  /** The service at the path, if there is one, is there no more. */
  void remove(String path) {
    services.remove(path);
  }

  /** Queues the answer to a request of a connection. On its event loop. */
  void answer(EndpointConnection connection, RequestHead head, MessageBody body, long nowNanos) {
    Handler chosen = handler;
    HttpMethod method = head.request.method();
    if (chosen != null) {
      HttpExchange exchange = new HttpExchange(connection, chosen, head, body.text(), nowNanos);
      connection.enqueue(exchange);
      exchange.handle();
    } else if (method.equals(HttpMethod.POST)) {
      post(connection, head, body, nowNanos);
    } else if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
      Function<InetSocketAddress, HttpResource> known = resources.get(head.path);
      connection.enqueue(
          known == null
              ? FixedAnswer.status(404, head.end, nowNanos)
              : FixedAnswer.document(known.apply(connection.localAddress()), head, nowNanos));
    } else {
      connection.enqueue(FixedAnswer.status(405, head.end, nowNanos));
    }
  }

  private void post(
      EndpointConnection connection, RequestHead head, MessageBody body, long nowNanos) {
    SoapService service = services.get(head.path);
    if (service == null) {
      connection.enqueue(FixedAnswer.status(404, head.end, nowNanos));
      return;
    }
    MessageEncoding offered = encoding;
    MessageEncoding shared = offered != null && head.knows(offered) ? offered : null;
    if (head.isXml || shared != null) {
      new ServerExchange(connection, head, shared, body.length(), nowNanos)
          .dispatch(service, head, body, this);
    } else {
      HttpResource refusal = OtherMediaType.refusal(head.request);
      connection.enqueue(FixedAnswer.refusal(refusal, head.end, nowNanos));
    }
  }

  /** The path of a request's target, without query. */
  static String pathOf(String target) throws HttpException {
    if (target.startsWith("/")) {
      return new QueryStringDecoder(target).rawPath();
    }
    try {
      // The absolute form, which proxies are sent (RFC 9112, 3.2.2).
      String path = URI.create(target).getRawPath();
      return path == null || path.isEmpty() ? "/" : path;
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, "the request target is not a URI: " + e.getMessage());
    }
  }

  private static void requirePath(String path) {
    if (!path.matches("/[A-Za-z0-9._~/-]*")) {
      throw new IllegalArgumentException(
          "the path '" + path + "' does not start with / or needs escaping");
    }
  }
}
