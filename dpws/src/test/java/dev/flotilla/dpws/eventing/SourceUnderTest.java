package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Filter;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An event source at an endpoint of its own, and a client that sends it requests. */
final class SourceUnderTest implements AutoCloseable {
  private static final Duration PATIENCE = Await.limit();

  /** For sinks that stand still as long as the machine does. */
  static final EventSourceSettings PATIENT =
      EventSourceSettings.DEFAULT.withDeliveryTimeout(PATIENCE);

  final EventSource source;
  private final HttpEndpoint endpoint;
  private final SoapCaller caller;

  SourceUnderTest(EventLoops loops, EventSourceSettings settings) throws IOException {
    this(loops, EventSource.open(loops, settings, Sensor.EVENTS));
  }

  SourceUnderTest(EventLoops loops, EventSource source) throws IOException {
    this.source = source;
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    endpoint.serve("/Sensor", source.operations("/Sensor"));
    source.servedAt(endpoint::addresses);
    caller = new SoapCaller(loops, CallerOptions.DEFAULT);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/Sensor");
  }

  /** A request for all events. */
  static Subscribe subscribeTo(EndpointReference sink) {
    return new Subscribe(sink, sink, EventingNames.PUSH_MODE, null, null);
  }

  static Subscribe subscribeTo(EndpointReference sink, @Nullable String expires) {
    return new Subscribe(sink, sink, EventingNames.PUSH_MODE, expires, null);
  }

  static Subscribe subscribeWith(EndpointReference sink, String actions) {
    return new Subscribe(sink, sink, null, null, new Filter(EventingNames.ACTION_DIALECT, actions));
  }

  SubscribeResponse subscribe(Subscribe request) throws Exception {
    return get(begin(request));
  }

  CompletionStage<SubscribeResponse> begin(Subscribe request) {
    return caller.call(address(), EventingOperations.SUBSCRIBE_OPERATION, request, PATIENCE);
  }

  <Q, A> A ask(EndpointReference manager, Operation<Q, A> operation, Q request) throws Exception {
    return get(caller.call(URI.create(manager.address()), manager, operation, request, PATIENCE));
  }

  SoapFault refusal(Subscribe request) {
    return refusal(EventingOperations.SUBSCRIBE_OPERATION, request);
  }

  <Q> SoapFault refusal(Operation<Q, ?> operation, Q request) {
    return refusal(new EndpointReference(address().toString()), operation, request);
  }

  <Q> SoapFault refusal(EndpointReference manager, Operation<Q, ?> operation, Q request) {
    Throwable thrown = catchThrowable(() -> ask(manager, operation, request));
    assertThat(thrown).hasCauseInstanceOf(CallFailure.class);
    SoapFault fault = ((CallFailure) thrown.getCause()).fault();
    assertThat(fault).as(String.valueOf(thrown)).isNotNull();
    return fault;
  }

  static QName wse(String localName) {
    return EventingNames.name(localName);
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    source.close();
    caller.close();
    endpoint.close();
  }
}
