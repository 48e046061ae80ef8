package dev.flotilla.raftdpws;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** An HTTP client that is not ours. */
final class Http {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Http() {}

  static HttpResponse<String> post(URI address, String envelope) {
    return send(
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/soap+xml; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(envelope)));
  }

  static HttpResponse<String> get(URI address) {
    return send(HttpRequest.newBuilder(address).GET());
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(
          request.timeout(Await.limit()).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
