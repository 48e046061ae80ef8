package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A source that answers what the test says. */
final class ScriptedSource implements AutoCloseable {
  final BlockingQueue<Exchange<Expires>> renewals = new LinkedBlockingQueue<>();
  final BlockingQueue<Exchange<EmptyBody>> unsubscribed = new LinkedBlockingQueue<>();
  final BlockingQueue<Subscribe> subscribed = new LinkedBlockingQueue<>();
  private final HttpEndpoint endpoint;
  private volatile SubscribeResponse response;

  ScriptedSource(EventLoops loops) throws IOException {
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    response = new SubscribeResponse(new EndpointReference(address().toString()), "PT1H");
    endpoint.serve(
        "/source",
        SoapService.builder()
            .operation(
                EventingOperations.SUBSCRIBE_OPERATION,
                (request, ask) -> {
                  subscribed.add(request);
                  ask.answer(response);
                })
            .operation(EventingOperations.RENEW_OPERATION, (request, ask) -> renewals.add(ask))
            .operation(
                EventingOperations.UNSUBSCRIBE_OPERATION,
                (request, ask) -> {
                  unsubscribed.add(ask);
                  ask.answer(EmptyBody.EMPTY);
                })
            .build());
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/source");
  }

  void grant(String expires) {
    response = new SubscribeResponse(response.manager(), expires);
  }

  void nameManager(String address) {
    response = new SubscribeResponse(new EndpointReference(address), response.expires());
  }

  static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(next).as("a message within 60 s").isNotNull();
    return next;
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
