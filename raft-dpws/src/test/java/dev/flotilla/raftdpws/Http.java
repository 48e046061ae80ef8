package dev.flotilla.raftdpws;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** An HTTP client that is not ours. */
final class Http {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Http() {}

  static HttpResponse<String> post(URI address, String envelope) {
    return send(request(address, envelope));
  }

  /** None if nobody listens there. */
  static Optional<String> postToWhoMayBeGone(URI address, String envelope) {
    try {
      return Optional.of(ask(request(address, envelope)).body());
    } catch (ConnectException e) {
      return Optional.empty();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpRequest.Builder request(URI address, String envelope) {
    return HttpRequest.newBuilder(address)
        .header("Content-Type", "application/soap+xml; charset=utf-8")
        .POST(HttpRequest.BodyPublishers.ofString(envelope));
  }

  static HttpResponse<String> get(URI address) {
    return send(HttpRequest.newBuilder(address).GET());
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return ask(request);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpResponse<String> ask(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(
        request.timeout(Await.limit()).build(), HttpResponse.BodyHandlers.ofString());
  }
}
