package dev.flotilla.dpws.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What an endpoint serves, by path. Any thread. */
final class Routes {
  private final Map<String, SoapService> services = new ConcurrentHashMap<>();
  private final Map<String, HttpResource> resources = new ConcurrentHashMap<>();

  void add(String path, SoapService service) {
    requirePath(path);
    if (services.putIfAbsent(path, service) != null) {
      throw new IllegalArgumentException("two services at the path " + path);
    }
  }

  void add(String path, HttpResource resource) {
    requirePath(path);
    if (resources.putIfAbsent(path, resource) != null) {
      throw new IllegalArgumentException("two documents at the path " + path);
    }
  }

  @Nullable SoapService service(String path) {
    return services.get(path);
  }

  @Nullable HttpResource resource(String path) {
    return resources.get(path);
  }

  private static void requirePath(String path) {
    if (!path.matches("/[A-Za-z0-9._~/-]*")) {
      throw new IllegalArgumentException(
          "the path '" + path + "' does not start with / or needs escaping");
    }
  }
}
