package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static dev.flotilla.dpws.http.RawClient.envelope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final HttpLimits LIMITS = RawClient.PATIENT.withMaxEnvelopeBytes(64 << 10);

  private EventLoops loops;

  @BeforeEach
  void startLoops() {
    loops = EventLoops.start(1, "test");
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  void aRequestIsAnsweredWithItsMessageIdInRelatesTo() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      RawClient.Response response = client.post("/echo", echo("urn:id:1", "hello")).read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.head()).contains("Content-Type: application/soap+xml; charset=utf-8");
      assertThat(response.body())
          .contains("<wsa:Action>" + Echo.ACTION + "Response</wsa:Action>")
          .contains("<wsa:RelatesTo>urn:id:1</wsa:RelatesTo>")
          .contains("<e:text>hello</e:text>");
    }
  }

  @Test
  void chunkedRequestsAndContinueAreUnderstood() throws IOException {
    String request = echo("urn:id:1", "in pieces");
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      client.send(
          String.join(
              "\r\n",
              "POST /echo HTTP/1.1",
              "Host: 127.0.0.1",
              "Content-Type: application/soap+xml",
              "Expect: 100-continue",
              "Transfer-Encoding: chunked",
              "",
              ""));
      assertThat(client.read().status()).isEqualTo(100);
      for (int i = 0; i < request.length(); i += 50) {
        String piece = request.substring(i, Math.min(request.length(), i + 50));
        client.send(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
      }
      assertThat(client.send("0\r\n\r\n").read().body()).contains("in pieces");
    }
  }

  @Test
  void continueIsSentWhenTheRequestsBeforeAreAnswered() throws Exception {
    BlockingQueue<Exchange<String>> asked = new LinkedBlockingQueue<>();
    SoapService held =
        SoapService.builder().operation(Echo.OPERATION, (text, ask) -> asked.add(ask)).build();
    String request = echo("urn:id:2", "second");
    try (HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve("/echo", held);
      client.post("/echo", echo("urn:id:1", "first"));
      client.send(
          "POST /echo HTTP/1.1\r\n"
              + "Host: 127.0.0.1\r\n"
              + "Content-Type: application/soap+xml\r\n"
              + "Expect: 100-continue\r\n"
              + "Content-Length: "
              + request.length()
              + "\r\n\r\n");
      asked.poll(Await.limitSeconds(), TimeUnit.SECONDS).answer("x");

      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(100);
      client.send(request);
      asked.poll(Await.limitSeconds(), TimeUnit.SECONDS).answer("y");
      assertThat(client.read().body()).contains("<wsa:RelatesTo>urn:id:2<");
    }
  }

  @Test
  void documentsAreServedAndOtherPathsAreNot() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve(
          "/a.wsdl", HttpResource.of(HttpResource.XML, "<a/>".getBytes(StandardCharsets.UTF_8)));

      assertThat(client.send("GET /a.wsdl?x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").read().body())
          .isEqualTo("<a/>");
      assertThat(client.send("GET /b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").read().status())
          .isEqualTo(404);
      assertThat(client.post("/b", echo("urn:id:1", "x")).read().status()).isEqualTo(404);
      assertThat(client.send("PUT /a.wsdl HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").read().head())
          .contains("405")
          .contains("Allow: GET, HEAD, POST");
      assertThat(
              client
                  .send(
                      "POST /echo HTTP/1.1\r\n"
                          + "Host: 127.0.0.1\r\n"
                          + "Content-Type: text/xml\r\n"
                          + "Content-Length: 2\r\n\r\n"
                          + "ab")
                  .read()
                  .status())
          .isEqualTo(415);
      assertThatThrownBy(() -> endpoint.serve("/echo", Echo.service()))
          .hasMessageContaining("two services at the path /echo");
    }
  }

  @Test
  void aBadEnvelopeIsAFaultAndTheNextOneIsAnswered() throws IOException {
    String action = "<a:Action>" + Echo.ACTION + "</a:Action>";
    String body = "<EchoRequest xmlns='urn:test:echo'><text>x</text></EchoRequest>";
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      assertFault(
          client, "<!DOCTYPE a [<!ENTITY e 'x'>]>" + echo("urn:id:1", "&e;"), 400, "Sender");
      assertFault(client, "garbage", 400, "Sender");
      assertFault(client, "", 400, "Sender");
      assertFault(client, echo("urn:id:1", "x") + "<trailing/>", 400, "Sender");
      assertFault(client, "<a>".repeat(1_000), 500, "VersionMismatch");
      assertFault(
          client,
          envelope(action, body.replace("<text>", "<a><b>").replace("</text>", "</b></a>")),
          400,
          "text is missing");
      assertFault(client, envelope(action, "<other/>"), 400, "other where");
      assertFault(client, envelope(action, ""), 400, "the body is empty");
      assertFault(client, envelope("", body), 400, "MessageAddressingHeaderRequired");
      assertFault(client, envelope(action + action, body), 400, "InvalidCardinality");
      assertFault(client, envelope("<a:Action>urn:no</a:Action>", body), 400, "ActionNotSupported");
      assertFault(
          client,
          envelope(action + "<x:y xmlns:x='urn:x' s:mustUnderstand='1'/>", body),
          500,
          "MustUnderstand");
      assertFault(
          client,
          envelope(action + "<a:ReplyTo><a:Address>http://10.0.0.1/</a:Address></a:ReplyTo>", body),
          400,
          "OnlyAnonymousAddressSupported");

      assertThat(client.post("/echo", echo("urn:id:1", "still here")).read().body())
          .contains("still here");
    }
  }

  @Test
  void headersThatNeedNotBeUnderstoodAreIgnored() throws IOException {
    String headers =
        "<a:Action s:mustUnderstand='1'>"
            + Echo.ACTION
            + "</a:Action><a:From><a:Address>urn:f"
            + "</a:Address></a:From><a:ReplyTo><a:Address>http://www.w3.org/2005/08/addressing/"
            + "anonymous</a:Address></a:ReplyTo><x:y xmlns:x='urn:x'><z/></x:y>"
            + "<x:y xmlns:x='urn:x' s:mustUnderstand='1' s:role='urn:somebody-else'/>";
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      String body = "<EchoRequest xmlns='urn:test:echo'><text>x</text></EchoRequest>";
      RawClient.Response response = client.post("/echo", envelope(headers, body)).read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).doesNotContain("RelatesTo");
    }
  }

  @Test
  void twentyMegabytesAreRefusedAtTheHeadAndTheConnectionIsClosed() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient announced = new RawClient(endpoint.address());
        RawClient chunked = new RawClient(endpoint.address())) {
      String head =
          "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml\r\n";
      RawClient.Response response =
          announced.send(head + "Content-Length: 20000000\r\n\r\n" + "x".repeat(1000)).read();
      assertThat(response.status()).isEqualTo(413);
      assertThat(response.body()).contains("exceeds 65536 bytes");
      assertThat(announced.isClosedByServer()).isTrue();

      chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "8000\r\n" + "y".repeat(0x8000) + "\r\n";
      for (int sent = 0; sent < 3; sent++) {
        chunked.send(chunk);
      }
      assertThat(chunked.read().status()).isEqualTo(413);
      assertThat(chunked.isClosedByServer()).isTrue();
      assertEchoes(endpoint);
    }
  }

  @Test
  void garbageIsRefusedAndTheConnectionClosed() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS)) {
      for (String garbage :
          List.of(
              "\u0000\u0001\u0002\n",
              "hello\r\n\r\n",
              "POST / HTTP/9.9\r\n\r\n",
              "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: miracles\r\n\r\n",
              "GET http://%zz/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X: y\r\n".repeat(1_364),
              "POST / HTTP/1.1\r\n"
                  + "Host: 127.0.0.1\r\n"
                  + "Content-Length: 1\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X: y\r\n".repeat(2_000))) {
        try (RawClient client = new RawClient(endpoint.address())) {
          assertThat(client.send(garbage).read().status()).as(garbage).isGreaterThanOrEqualTo(400);
          assertThat(client.isClosedByServer()).isTrue();
        }
      }
      assertEchoes(endpoint);
    }
  }

  @Test
  void answersGoOutInTheOrderOfTheRequestsWhateverOrderTheyAreGivenIn() throws Exception {
    BlockingQueue<Exchange<String>> asked = new LinkedBlockingQueue<>();
    SoapService held =
        SoapService.builder().operation(Echo.OPERATION, (text, ask) -> asked.add(ask)).build();
    try (HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve("/echo", held);
      for (int i = 0; i < 20; i++) {
        client.post("/echo", echo("urn:id:" + i, "x"));
      }
      List<Exchange<String>> exchanges = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        exchanges.add(asked.poll(Await.limitSeconds(), TimeUnit.SECONDS));
      }
      for (int i = 19; i >= 0; i--) {
        int number = i;
        Thread answering = new Thread(() -> complete(exchanges.get(number), number));
        answering.start();
        answering.join();
      }
      for (int i = 0; i < 20; i++) {
        RawClient.Response response = client.read();
        assertThat(response.status()).isEqualTo(i % 5 == 0 ? 500 : 200);
        assertThat(response.body())
            .contains("<wsa:RelatesTo>urn:id:" + i + "<")
            .contains("no " + i);
      }
    }
  }

  @Test
  void onlySoManyRequestsOfOneConnectionAreInFlight() throws Exception {
    BlockingQueue<Exchange<String>> asked = new ArrayBlockingQueue<>(4);
    SoapService held =
        SoapService.builder()
            .operation(Echo.OPERATION, (text, ask) -> asked.add(ask)) // throws on a fifth
            .build();
    try (HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, LIMITS.withConnections(10, 4));
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve("/echo", held);
      StringBuilder burst = new StringBuilder();
      for (int i = 0; i < 100; i++) {
        String envelope = echo("urn:id:" + i, "x");
        burst.append(
            "POST /echo HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "Content-Type: application/soap+xml\r\n"
                + "Content-Length: ");
        burst.append(envelope.length()).append("\r\n\r\n").append(envelope);
      }
      client.send(burst.toString());
      for (int i = 0; i < 100; i++) {
        Exchange<String> exchange = asked.poll(Await.limitSeconds(), TimeUnit.SECONDS);
        assertThat(exchange.header().messageId()).isEqualTo("urn:id:" + i);
        exchange.answer("x");
        exchange.answer("only the first counts");
        assertThat(client.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aHandlerThatFailsAnswersAReceiverFault() throws IOException {
    try (HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve(
          "/echo",
          SoapService.builder()
              .operation(
                  Echo.OPERATION,
                  (text, exchange) -> {
                    if (text.equals("throw")) {
                      throw new IllegalStateException("a bug");
                    }
                    exchange.answer("not\u0000carriable");
                  })
              .build());
      assertFault(client, echo("urn:id:1", "throw"), 500, "could not be handled");
      assertFault(client, echo("urn:id:2", "x"), 500, "cannot be written as XML");
    }
  }

  @Test
  void aMessageWithoutAnswerIsAccepted() throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    try (HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.serve(
          "/echo",
          SoapService.builder()
              .oneWay(Echo.ACTION, Echo.OPERATION.requestReader(), told::add)
              .build());
      RawClient.Response response = client.post("/echo", echo("urn:id:1", "notice")).read();

      assertThat(response.status()).isEqualTo(202);
      assertThat(response.body()).isEmpty();
      assertThat(told.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo("notice");
    }
  }

  @Test
  void aNewcomerTakesThePlaceOfTheConnectionThatIsIdleLongest() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS.withConnections(3, 10));
        RawClient first = new RawClient(endpoint.address());
        RawClient second = new RawClient(endpoint.address());
        RawClient third = new RawClient(endpoint.address())) {
      for (RawClient client : List.of(first, second, third, first)) {
        assertThat(client.post("/echo", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
      }
      try (RawClient newcomer = new RawClient(endpoint.address())) {
        assertThat(second.isClosedByServer()).isTrue();
        for (RawClient client : List.of(first, third, newcomer)) {
          assertThat(client.post("/echo", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
        }
        assertThat(endpoint.connectionCount()).isEqualTo(3);
      }
    }
  }

  @Test
  void aNewcomerIsRefusedWhileEveryConnectionWaitsForAnAnswer() throws Exception {
    BlockingQueue<Exchange<String>> asked = new LinkedBlockingQueue<>();
    try (HttpEndpoint endpoint = open(LIMITS.withConnections(2, 10))) {
      endpoint.serve(
          "/held",
          SoapService.builder().operation(Echo.OPERATION, (text, ask) -> asked.add(ask)).build());
      try (RawClient one = new RawClient(endpoint.address());
          RawClient other = new RawClient(endpoint.address())) {
        for (RawClient client : List.of(one, other)) {
          client.post("/held", echo("urn:id:1", "x"));
          assertThat(asked.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isNotNull();
        }
        try (RawClient newcomer = new RawClient(endpoint.address())) {
          assertThat(newcomer.isClosedByServer()).isTrue();
        }
      }
      Await.until(
          () -> endpoint.connectionCount() + " connections, not 0",
          () -> endpoint.connectionCount() == 0);
      assertEchoes(endpoint);
    }
  }

  @Test
  void aConnectionIsKeptUntilTheClientWantsItClosed() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS);
        RawClient client = new RawClient(endpoint.address())) {
      client.send(
          "GET /none HTTP/1.1\r\n"
              + "Host: 127.0.0.1\r\n\r\n"
              + "GET /none HTTP/1.1\r\n"
              + "Host: 127.0.0.1\r\n"
              + "Connection: close\r\n\r\n"
              + "GET");
      assertThat(client.read().head()).doesNotContain("Connection");
      assertThat(client.read().head()).contains("Connection: close");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (HttpEndpoint endpoint = open(LIMITS)) {
      assertThatThrownBy(() -> HttpEndpoint.open(loops, endpoint.address(), LIMITS))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on")
          .hasMessageContaining(String.valueOf(endpoint.address().getPort()));
    }
  }

  private static void complete(Exchange<String> exchange, int number) {
    if (number % 5 == 0) {
      exchange.fault(SoapFault.receiver("no " + number));
    } else {
      exchange.answer("no " + number);
    }
  }

  private HttpEndpoint open(HttpLimits limits) throws IOException {
    HttpEndpoint endpoint = HttpEndpoint.open(loops, ANY_PORT, limits);
    endpoint.serve("/echo", Echo.service());
    return endpoint;
  }

  private static void assertEchoes(HttpEndpoint endpoint) throws IOException {
    try (RawClient client = new RawClient(endpoint.address())) {
      assertThat(client.post("/echo", echo("urn:id:1", "x")).read().status()).isEqualTo(200);
    }
  }

  private static void assertFault(RawClient client, String envelope, int status, String text)
      throws IOException {
    RawClient.Response response = client.post("/echo", envelope).read();
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).contains("<s12:Fault>").contains(text);
  }
}
