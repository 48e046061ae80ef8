package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.HttpWriter;
import dev.flotilla.dpws.soap.MessageEncoding;
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

/** What an endpoint serves, by path. Any thread. */
final class Routes {
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
      return keepsOpen ? head.end() : HttpEnd.CLOSE;
    }
  }

  /** Has everything answered by a handler from now on. */
  void handle(Handler chosen) {
    handler = chosen;
  }

  @Nullable Handler handler() {
    return handler;
  }

  /** The last answer of a connection whose request is refused before anything here sees it. */
  Answer refusal(HttpException refusal, long nowNanos) {
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

  @Nullable MessageEncoding encoding() {
    return encoding;
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

  @Nullable SoapService service(String path) {
    return services.get(path);
  }

  /** The document for somebody who has reached this endpoint at that address. */
  @Nullable HttpResource resource(String path, InetSocketAddress reachedAt) {
    Function<InetSocketAddress, HttpResource> known = resources.get(path);
    return known == null ? null : known.apply(reachedAt);
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
