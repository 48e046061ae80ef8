package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.ScriptedServer;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.ReferenceParameter;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OneWayTest {
  private static final Duration LONG = Await.limit();
  private static final Operation<String, EmptyBody> TELL =
      Operation.oneWay(Echo.ACTION, Echo.OPERATION.requestReader(), Echo.OPERATION.requestWriter());

  private final BlockingQueue<Exchange<EmptyBody>> told = new LinkedBlockingQueue<>();
  private EventLoops loops;
  private SoapCaller caller;

  @BeforeEach
  void open() {
    loops = EventLoops.start(1, "test");
    caller = new SoapCaller(loops, CallerOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    caller.close();
    loops.close();
  }

  @Test
  void anEndpointAnswers202WhenTheHandlerAnswers() throws Exception {
    try (HttpEndpoint endpoint = endpoint();
        RawClient client = new RawClient(endpoint.address())) {
      client.post("/echo", RawClient.echo("urn:id:1", "hello"));
      next().answer(EmptyBody.EMPTY);
      RawClient.Response accepted = client.read();
      assertThat(accepted.status()).isEqualTo(202);
      assertThat(accepted.body()).isEmpty();
    }
  }

  @Test
  void aHandlersFaultReachesTheCaller() throws Exception {
    try (HttpEndpoint endpoint = endpoint()) {
      CompletionStage<EmptyBody> call = caller.call(addressOf(endpoint), TELL, "hello", LONG);
      next().fault(SoapFault.sender("not here"));
      CallFailure failure = failure(call);
      assertThat(failure.kind()).isEqualTo(Kind.FAULT);
      assertThat(failure).hasMessageContaining("not here");
    }
  }

  @Test
  void aMessageCarriesTheParametersOfItsEndpoint() throws Exception {
    ReferenceParameter room = ReferenceParameter.of(Echo.TEXT.sibling("room"), "kitchen");
    try (HttpEndpoint endpoint = endpoint()) {
      URI address = addressOf(endpoint);
      EndpointReference to = new EndpointReference(address.toString(), List.of(room));
      CompletionStage<EmptyBody> call = caller.call(address, to, TELL, "hello", LONG);
      Exchange<EmptyBody> exchange = next();
      assertThat(exchange.header().parameters()).containsExactly(room);
      assertThat(exchange.header().parameter(room.name())).contains("kitchen");
      exchange.answer(EmptyBody.EMPTY);
      assertThat(get(call)).isEqualTo(EmptyBody.EMPTY);
    }
  }

  @Test
  void everySuccessWithoutContentIsAccepted() throws Exception {
    for (String answer :
        List.of(
            "202 Accepted\r\nContent-Length: 0\r\n\r\n",
            "204 No Content\r\n\r\n",
            "200 OK\r\nContent-Length: 0\r\n\r\n",
            "200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok",
            "200 OK\r\nContent-Type: application/soap+xml\r\nContent-Length: 0\r\n\r\n",
            soap("200 OK", RawClient.envelope("<a:Action>urn:x</a:Action>", "")))) {
      assertThat(get(answered(answer))).as(answer).isEqualTo(EmptyBody.EMPTY);
    }
  }

  @Test
  void anErrorIsNoSuccess() throws Exception {
    assertThat(failure(answered("404 Not Found\r\nContent-Length: 0\r\n\r\n")).kind())
        .isEqualTo(Kind.MALFORMED);
    assertThat(failure(answered("302 Found\r\nContent-Length: 0\r\n\r\n")).kind())
        .isEqualTo(Kind.MALFORMED);
    assertThat(failure(answered(soap("200 OK", "<junk"))).kind()).isEqualTo(Kind.MALFORMED);
  }

  private CompletionStage<EmptyBody> answered(String answer) throws Exception {
    try (ScriptedServer server = new ScriptedServer()) {
      CompletionStage<EmptyBody> call = caller.call(server.address(), TELL, "hello", LONG);
      ScriptedServer.Connection connection = server.connection();
      connection.readRequest();
      connection.send("HTTP/1.1 " + answer);
      var unused = catchThrowable(() -> get(call)); // Before the server closes.
      return call;
    }
  }

  private static String soap(String status, String envelope) {
    return status
        + "\r\nContent-Type: application/soap+xml\r\nContent-Length: "
        + envelope.length()
        + "\r\n\r\n"
        + envelope;
  }

  private HttpEndpoint endpoint() throws Exception {
    HttpEndpoint endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), RawClient.PATIENT);
    endpoint.serve(
        "/echo",
        SoapService.builder().operation(TELL, (text, exchange) -> told.add(exchange)).build());
    return endpoint;
  }

  private static URI addressOf(HttpEndpoint endpoint) {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/echo");
  }

  private Exchange<EmptyBody> next() throws InterruptedException {
    Exchange<EmptyBody> exchange = told.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(exchange).isNotNull();
    return exchange;
  }

  private static CallFailure failure(CompletionStage<?> call) {
    Throwable thrown = catchThrowable(() -> get(call));
    assertThat(thrown).hasCauseInstanceOf(CallFailure.class);
    return (CallFailure) thrown.getCause();
  }

  private static <T> T get(CompletionStage<T> call) throws Exception {
    return call.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }
}
