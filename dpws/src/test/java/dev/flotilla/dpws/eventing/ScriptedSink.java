package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.ReferenceParameter;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A sink that does with events what the test says: accepts them at once if nothing is said. */
final class ScriptedSink implements AutoCloseable {
  private final HttpEndpoint endpoint;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private volatile Consumer<Exchange<EmptyBody>> answer = ask -> ask.answer(EmptyBody.EMPTY);

  /** A message that has arrived: an event, or the end of a subscription. */
  record Received(Object content, Exchange<EmptyBody> exchange) {}

  ScriptedSink(EventLoops loops) throws IOException {
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    endpoint.serve(
        "/sink",
        SoapService.builder()
            .operation(Sensor.TEMPERATURE.notification(), this::take)
            .operation(Sensor.ALARM.notification(), this::take)
            .operation(EventingOperations.SUBSCRIPTION_END_OPERATION, this::take)
            .build());
  }

  /** Does this with each message from now on. */
  void answerBy(Consumer<Exchange<EmptyBody>> newAnswer) {
    answer = newAnswer;
  }

  EndpointReference reference(ReferenceParameter... parameters) {
    return new EndpointReference(
        "http://127.0.0.1:" + endpoint.address().getPort() + "/sink", List.of(parameters));
  }

  Received next() throws InterruptedException {
    Received next = received.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(next).as("a message within 60 s").isNotNull();
    return next;
  }

  String nextEvent() throws InterruptedException {
    return (String) next().content();
  }

  SubscriptionEnd nextEnd() throws InterruptedException {
    return ((EventingMessages.Ended) next().content()).end();
  }

  /** The end of a subscription, if it comes so soon. */
  Optional<SubscriptionEnd> endWithin(Duration time) throws InterruptedException {
    return Optional.ofNullable(received.poll(time.toMillis(), TimeUnit.MILLISECONDS))
        .map(it -> ((EventingMessages.Ended) it.content()).end());
  }

  boolean hasMore() {
    return !received.isEmpty();
  }

  @Override
  public void close() {
    endpoint.close();
  }

  private void take(Object content, Exchange<EmptyBody> exchange) {
    received.add(new Received(content, exchange));
    answer.accept(exchange);
  }
}
