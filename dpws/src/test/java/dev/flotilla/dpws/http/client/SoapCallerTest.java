package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.RawClient;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SoapCallerTest {
  private static final Duration LONG = Await.limit();
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final CallerOptions LASTING = CallerOptions.DEFAULT.withTimeouts(LONG, LONG, LONG);

  private EventLoops loops;

  @BeforeEach
  void startLoops() {
    loops = EventLoops.start(2, "test");
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  void manyThreadsGetTheirOwnAnswers() throws Exception {
    for (CallerOptions options : List.of(LASTING, LASTING.withConnections(2, 16))) {
      try (HttpEndpoint endpoint = endpoint(Echo.service());
          SoapCaller caller = new SoapCaller(loops, options)) {
        URI address = addressOf(endpoint);
        IntStream.range(0, 2_000)
            .parallel()
            .forEach(
                i -> {
                  try {
                    assertThat(get(caller.call(address, Echo.OPERATION, "no " + i, LONG)))
                        .isEqualTo("no " + i);
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                });
        assertThat(endpoint.connectionCount()).isBetween(1, options.maxConnectionsPerAddress());
      }
    }
  }

  @Test
  void aFaultArrivesAsItWasSent() throws Exception {
    SoapFault sent =
        new SoapFault(
            SoapFaultCode.SENDER,
            List.of(new QName("urn:x", "busy"), new QName("urn:y", "very")),
            "too <busy>",
            new SoapFault.Detail(new QName("urn:x", "wait"), "10"));
    SoapService service =
        SoapService.builder()
            .operation(Echo.OPERATION, (text, exchange) -> exchange.fault(sent))
            .build();
    try (HttpEndpoint endpoint = endpoint(service);
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      CallFailure failure = failure(caller.call(addressOf(endpoint), Echo.OPERATION, "x", LONG));

      assertThat(failure.kind()).isEqualTo(Kind.FAULT);
      assertThat(failure.fault()).isEqualTo(sent);
    }
  }

  @Test
  void aCallToAPortThatNobodyListensOnIsNotSent() throws Exception {
    URI address = addressOfNobody();
    try (SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      CallFailure failure = failure(caller.call(address, Echo.OPERATION, "x", LONG));

      assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining(address.getAuthority());
    }
  }

  /** Calls that wait together open several connections; none may keep the others' hope alive. */
  @Test
  void callsThatWaitTogetherForAPortThatNobodyListensOnAreNotSent() throws Exception {
    URI address = addressOfNobody();
    try (SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      List<CompletionStage<String>> calls = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        calls.add(caller.call(address, Echo.OPERATION, "x", LONG));
      }
      for (CompletionStage<String> call : calls) {
        assertThat(failure(call))
            .hasMessageContaining("no connection to " + address.getAuthority());
      }
    }
  }

  @Test
  void aCallIntoAZoneThatThisHostDoesNotHaveIsNotSent() throws Exception {
    URI address = URI.create("http://[fe80::1%25nosuch]:4/echo");
    try (SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      CallFailure failure = failure(caller.call(address, Echo.OPERATION, "x", LONG));

      assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining("no connection to [fe80::1%25nosuch]:4");
    }
  }

  @Test
  void aRequestThatXmlCannotCarryIsNotSentAndHarmsNobody() throws Exception {
    try (HttpEndpoint endpoint = endpoint(Echo.service());
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT.withConnections(1, 8))) {
      var before = caller.call(addressOf(endpoint), Echo.OPERATION, "before", LONG);
      var bad = caller.call(addressOf(endpoint), Echo.OPERATION, "\u0000", LONG);
      var after = caller.call(addressOf(endpoint), Echo.OPERATION, "after", LONG);

      assertThat(get(before)).isEqualTo("before");
      assertThat(failure(bad).kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(get(after)).isEqualTo("after");
    }
  }

  @Test
  void aConnectionThatBreaksAfterTheRequestLeavesTheOutcomeOpen() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      var call = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection connection = server.connection();
      connection.readRequest();
      connection.close();

      assertThat(failure(call).kind()).isEqualTo(Kind.BROKEN);
      assertThat(server.hasMoreConnections()).as("sent again").isFalse();
    }
  }

  @Test
  void anAnswerThatIsCutOffLeavesTheOutcomeOpen() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml\r\n";
    for (String piece :
        List.of(
            "HTTP",
            "HTTP/1.1 200 OK\r\n",
            head + "Content-Le",
            head + "Content-Length: 99\r\n\r\n<a/>",
            head + "Transfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n")) {
      try (ScriptedServer server = new ScriptedServer();
          SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
        var call = caller.call(server.address(), Echo.OPERATION, "x", LONG);
        ScriptedServer.Connection connection = server.connection();
        connection.readRequest();
        connection.send(piece);
        connection.close();

        assertThat(failure(call).kind()).as(piece).isEqualTo(Kind.BROKEN);
      }
    }
  }

  @Test
  void anAnswerThatEndsWithItsConnectionIsFollowedByAnotherConnection() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT.withConnections(1, 1))) {
      var first = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      var second = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection connection = server.connection();
      connection.send(
          "HTTP/1.1 100 Continue\r\n\r\n"
              + "HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml\r\n\r\n"
              + response(connection.readRequest(), "one"));
      connection.close();
      assertThat(get(first)).isEqualTo("one");

      connection = server.connection();
      connection.answer(connection.readRequest(), "two");
      assertThat(get(second)).isEqualTo("two");
    }
  }

  @Test
  void aPooledConnectionThatTheServerClosedIsReplaced() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      var first = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection connection = server.connection();
      connection.send(
          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/soap+xml\r\n\r\n"
              + response(connection.readRequest(), "one"));
      connection.close();
      assertThat(get(first)).isEqualTo("one");

      var second = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      connection = server.connection();
      connection.answer(connection.readRequest(), "two");
      assertThat(get(second)).isEqualTo("two");
    }
  }

  @Tag("slow")
  @Test
  void noAnswerInTimeIsATimeoutAndItsConnectionIsNotUsedAgain() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT.withConnections(1, 1))) {
      // While it stands still there is no connection in time: then it has not been sent.
      Await.until(
          () -> "a call that is sent",
          () -> {
            Kind kind = failure(caller.call(server.address(), Echo.OPERATION, "x", SHORT)).kind();
            assertThat(kind).isIn(Kind.TIMEOUT, Kind.NOT_SENT);
            return kind == Kind.TIMEOUT;
          });
      ScriptedServer.Connection connection = server.connection();
      connection.readRequest();
      assertThat(connection.isClosedByClient()).isTrue();

      var next = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      connection = server.connection();
      connection.answer(connection.readRequest(), "two");
      assertThat(get(next)).isEqualTo("two");
    }
  }

  @Tag("slow")
  @Test
  void aCallThatFindsNoFreeConnectionInTimeIsNotSent() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT.withConnections(1, 1))) {
      var first = caller.call(server.address(), Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection connection = server.connection();
      String id = connection.readRequest();
      var second = caller.call(server.address(), Echo.OPERATION, "x", SHORT);

      assertThat(failure(second).kind()).isEqualTo(Kind.NOT_SENT);
      connection.answer(id, "late but fine");
      assertThat(get(first)).isEqualTo("late but fine");
    }
  }

  @Test
  void tooManyWaitingCallsAreNotSent() throws Exception {
    CallerOptions options =
        new CallerOptions(
            1,
            1,
            3,
            LONG,
            LONG,
            SHORT,
            1 << 20,
            2 << 20,
            CallerOptions.DEFAULT.xml(),
            Optional.empty(),
            PeerCheck.ANY,
            Optional.empty());
    List<CompletionStage<String>> calls = new ArrayList<>();
    try (ScriptedServer server = new ScriptedServer();
        SoapCaller caller = new SoapCaller(loops, options)) {
      calls.add(caller.call(server.address(), Echo.OPERATION, "x", LONG));
      server.connection().readRequest();
      for (int i = 0; i < 10; i++) {
        calls.add(caller.call(server.address(), Echo.OPERATION, "x", LONG));
      }
      for (CompletionStage<String> refused : calls.subList(4, 11)) {
        CallFailure failure = failure(refused);
        assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
        assertThat(failure).hasMessageContaining("3 calls");
      }
    }
    assertThat(failure(calls.get(0)).kind()).isEqualTo(Kind.BROKEN);
    for (CompletionStage<String> waiting : calls.subList(1, 4)) {
      assertThat(failure(waiting).kind()).isEqualTo(Kind.NOT_SENT);
    }
  }

  @Test
  void anAnswerThatCannotBeUnderstoodIsMalformed() throws Exception {
    String soap = "HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml\r\nContent-Length: ";
    String wrongAction = response("ID", "x").replace("EchoResponse</a:Action>", "Other</a:Action>");
    for (String answer :
        List.of(
            "garbage\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: " + "y".repeat(20_000),
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi",
            soap + "2\r\n\r\n<a",
            soap + "99999999\r\n\r\n",
            soap + wrongAction.length() + "\r\n\r\n" + wrongAction,
            soap + response("ID", "x").length() + "\r\n\r\n" + response("ID", "x"))) {
      try (ScriptedServer server = new ScriptedServer();
          SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
        var call = caller.call(server.address(), Echo.OPERATION, "x", LONG);
        ScriptedServer.Connection connection = server.connection();
        connection.readRequest();
        connection.send(answer);

        assertThat(failure(call).kind()).as(answer).isEqualTo(Kind.MALFORMED);
      }
    }
  }

  @Test
  void onlyHttpAddressesCanBeCalled() {
    try (SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      for (String address :
          List.of("urn:uuid:1", "ftp://h/", "/path", "http:///x", "http://h:65536/")) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> caller.call(URI.create(address), Echo.OPERATION, "x", LONG))
            .withMessageContaining(address);
      }
    }
  }

  @Test
  void aHostThatIsNotKnownIsNotSent() throws Exception {
    try (SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      URI address = URI.create("http://no-such-host.invalid:1/echo");
      assertThat(failure(caller.call(address, Echo.OPERATION, "x", LONG)).kind())
          .isEqualTo(Kind.NOT_SENT);
    }
  }

  @Test
  void closingLeavesNoConnectionBehind() throws Exception {
    try (HttpEndpoint endpoint = endpoint(Echo.service())) {
      SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
      assertThat(get(caller.call(addressOf(endpoint), Echo.OPERATION, "x", LONG))).isEqualTo("x");
      caller.close();

      Await.until(
          () -> endpoint.connectionCount() + " connections, not 0",
          () -> endpoint.connectionCount() == 0);
      assertThat(failure(caller.call(addressOf(endpoint), Echo.OPERATION, "x", LONG)).kind())
          .isEqualTo(Kind.NOT_SENT);
    }
  }

  @Test
  void idleConnectionsAreClosed() throws Exception {
    CallerOptions options = CallerOptions.DEFAULT.withTimeouts(LONG, Duration.ofMillis(50), SHORT);
    try (HttpEndpoint endpoint = endpoint(Echo.service());
        SoapCaller caller = new SoapCaller(loops, options)) {
      get(caller.call(addressOf(endpoint), Echo.OPERATION, "x", LONG));
      Await.until(
          () -> endpoint.connectionCount() + " connections, not 0",
          () -> endpoint.connectionCount() == 0);
      assertThat(get(caller.call(addressOf(endpoint), Echo.OPERATION, "y", LONG))).isEqualTo("y");
    }
  }

  static String response(String messageId, String text) {
    return RawClient.envelope(
        "<a:Action>"
            + Echo.ACTION
            + "Response</a:Action><a:RelatesTo>"
            + messageId
            + "</a:RelatesTo>",
        "<EchoResponse xmlns='urn:test:echo'><text>" + text + "</text></EchoResponse>");
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  static CallFailure failure(CompletionStage<?> stage) {
    Throwable thrown = catchThrowable(() -> get(stage));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    assertThat(thrown.getCause()).isInstanceOf(CallFailure.class);
    return (CallFailure) thrown.getCause();
  }

  static URI addressOf(HttpEndpoint endpoint) {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/echo");
  }

  /** No server has port 1, and no process gets it for an outgoing connection. */
  private static URI addressOfNobody() {
    return URI.create("http://127.0.0.1:1/echo");
  }

  private HttpEndpoint endpoint(SoapService service) throws IOException {
    HttpEndpoint endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    endpoint.serve("/echo", service);
    return endpoint;
  }
}
