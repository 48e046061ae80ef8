package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static dev.flotilla.dpws.http.RawClient.envelope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that contradict themselves, come for another host, or hold what is no text. */
class EdgeOfTheEndpointTest {
  private static final String BODY =
      "<EchoRequest xmlns='urn:test:echo'><text>x</text></EchoRequest>";
  private static final String NOT_UTF8 = "\u00F4\u0090\u0080\u0080";

  private EventLoops loops;
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    loops = EventLoops.start(1, "test");
    HostPolicy hosts =
        new HostPolicy(Set.of("Boiler.Example"), Set.of("http://panel.example")); // as configured
    endpoint =
        HttpEndpoint.open(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            RawClient.PATIENT.withHosts(hosts));
    endpoint.serve("/echo", Echo.service());
    endpoint.serve("/a.wsdl", HttpResource.of("text/xml", new byte[] {'x'}));
  }

  @AfterEach
  void close() {
    endpoint.close();
    loops.close();
  }

  @Test
  void whatIsNoTextIsAFaultWhereverItStands() throws IOException {
    for (int pad : List.of(0, 500_000)) {
      for (String envelope :
          List.of(
              echo("urn:id:1", "x" + NOT_UTF8),
              echo("urn:id:1" + NOT_UTF8, "x"),
              echo("urn:id:1", "x").replace("<text>", "<text a='" + NOT_UTF8 + "'>"),
              echo("urn:id:1", "x").replace("text>", "text" + NOT_UTF8 + ">"),
              echo("urn:id:1", "x").replace("Echo<", "Echo" + NOT_UTF8 + "<"),
              echo("urn:id:1", "\u00ED\u00A0\u0080"),
              echo("urn:id:1&#xD800;", "x"),
              echo("urn:id:1", "&#xFFFE;"))) {
        RawClient.Response answer = postLatin1(envelope + " ".repeat(pad));
        assertThat(answer.status()).as(envelope).isEqualTo(400);
        assertThat(answer.body()).contains("Fault", "Sender");
      }
    }
    assertNothingIsHeld();
  }

  @Test
  void aFaultThatQuotesItsSenderCanAlwaysBeWritten() throws IOException {
    String name = "y".repeat(1_940) + "\uD83D\uDE00".repeat(50);
    for (int more = 0; more < 2; more++) {
      String action = "<a:Action>" + "z".repeat(more) + name + "</a:Action>";
      RawClient.Response answer = post("", envelope(action, BODY));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).contains("ActionNotSupported").hasSizeLessThan(10_000);
    }
    assertNothingIsHeld();
  }

  @Test
  void anotherActionInTheHeadOfTheRequestIsAMismatch() throws IOException {
    for (String field :
        List.of(
            "SOAPAction: \"urn:other\"\r\n",
            "SOAPAction: urn:other\r\n",
            "Content-Type: application/soap+xml; charset=utf-8; action=\"urn:other\"\r\n",
            "Content-Type: application/soap+xml;a=\";action=\\\"\";Action=urn:other\r\n")) {
      RawClient.Response answer = post(field, echo("urn:id:1", "x"));
      assertThat(answer.status()).as(field).isEqualTo(400);
      assertThat(answer.body()).contains("ActionMismatch", "InvalidAddressingHeader", "urn:other");
    }
    for (String field :
        List.of(
            "SOAPAction: \"" + Echo.ACTION + "\"\r\n",
            "SOAPAction: \"\"\r\n",
            "Content-Type: application/soap+xml; action=\"" + Echo.ACTION + "\"\r\n",
            "Content-Type: application/soap+xml; action=\"urn:test:echo\\/Echo\"\r\n")) {
      assertThat(post(field, echo("urn:id:1", "x")).status()).as(field).isEqualTo(200);
    }
  }

  @Test
  void aMessageForAnotherPathIsAFault() throws IOException {
    String action = "<a:Action>" + Echo.ACTION + "</a:Action>";
    for (String to :
        List.of("http://10.0.0.1/other", "https://10.0.0.1/echo/", "http:", "urn:uuid:1")) {
      RawClient.Response answer = post("", envelope(action + "<a:To>" + to + "</a:To>", BODY));
      assertThat(answer.status()).as(to).isEqualTo(400);
      assertThat(answer.body()).contains("Fault");
    }
    for (String to : List.of("http://10.0.0.1:7/echo", "urn:x:1", "http://named/echo?x")) {
      RawClient.Response answer = post("", envelope(action + "<a:To>" + to + "</a:To>", BODY));
      assertThat(answer.status()).as(to).isEqualTo(200);
    }
  }

  @Test
  void aSecondElementInTheBodyIsAFault() throws IOException {
    String action = "<a:Action>" + Echo.ACTION + "</a:Action>";
    RawClient.Response answer = post("", envelope(action, BODY + BODY));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("Fault", "second element");
  }

  @Test
  void anAnswerThatNobodyWantsHasNoBody() throws IOException {
    String none = "<a:Address>http://www.w3.org/2005/08/addressing/none</a:Address>";
    String action = "<a:Action>" + Echo.ACTION + "</a:Action>";
    String reply = "<a:ReplyTo>" + none + "</a:ReplyTo>";
    String fault = "<a:FaultTo>" + none + "</a:FaultTo>";
    String back =
        "<a:FaultTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address>"
            + "</a:FaultTo>";

    assertAccepted(post("", envelope(action + reply, BODY)));
    assertAccepted(post("", envelope("<a:Action>urn:none</a:Action>" + reply, BODY)));
    assertAccepted(post("", envelope(action + fault, "<other/>")));
    assertThat(post("", envelope(action + fault, BODY)).status()).isEqualTo(200);
    assertThat(post("", envelope(action + reply + back, "<other/>")).status()).isEqualTo(400);
  }

  @Test
  void aRequestForAnotherHostIsMisdirected() throws IOException {
    for (String host :
        List.of(
            "evil.example", "evil.example:80", "127.0.0.1.evil.example", "xlocalhost", "1.2.3")) {
      assertThat(get(host, "").status()).as(host).isEqualTo(421);
      assertThat(get(host, "").body()).contains("neither an IP address nor a host name");
    }
    for (String host : List.of("", ":80", "a b", "[::1", "127.0.0.1:x")) {
      assertThat(get(host, "").status()).as(host).isIn(400, 421);
    }
    for (String host :
        List.of(
            "127.0.0.1",
            "10.1.2.3:4711",
            "[::1]",
            "[fe80::1%25eth0]:80",
            "localhost",
            "LOCALHOST:8080",
            "boiler.example:1",
            "BOILER.example.")) {
      assertThat(get(host, "").status()).as(host).isEqualTo(200);
    }
    assertThat(get("http://evil.example/a.wsdl", "127.0.0.1", "").status()).isEqualTo(421);
    assertThat(get("http://127.0.0.1/a.wsdl", "127.0.0.1", "").status()).isEqualTo(200);
  }

  @Test
  void aRequestWithoutOneHostIsBad() throws IOException {
    assertThat(exchange("GET /a.wsdl HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
    assertThat(
            exchange("GET /a.wsdl HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n").status())
        .isEqualTo(400);
    assertThat(exchange("GET /a.wsdl HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
  }

  @Test
  void aWebPageOfAnotherOriginMayNotCall() throws IOException {
    for (String origin : List.of("http://evil.example", "null", "http://panel.example.evil")) {
      RawClient.Response answer = get("127.0.0.1", "Origin: " + origin + "\r\n");
      assertThat(answer.status()).as(origin).isEqualTo(403);
      assertThat(answer.body()).contains(origin);
    }
    assertThat(get("127.0.0.1", "Origin: http://panel.example\r\n").status()).isEqualTo(200);
  }

  @Test
  void whatIsNoHostNameCannotBeConfigured() {
    for (String name : List.of("", "a b", "a:80", "http://a", "-a", "a".repeat(254))) {
      assertThatThrownBy(() -> HostPolicy.DEFAULT.withHostName(name))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a host name");
    }
  }

  private static void assertAccepted(RawClient.Response answer) {
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  private void assertNothingIsHeld() throws IOException {
    // Its answer comes after everything before has been given back, on the one event loop.
    assertThat(post("", echo("urn:id:1", "x")).status()).isEqualTo(200);
    assertThat(endpoint.bufferedBytes()).isZero();
    assertThat(endpoint.untakenBytes()).isZero();
  }

  private RawClient.Response get(String host, String fields) throws IOException {
    return get("/a.wsdl", host, fields);
  }

  private RawClient.Response get(String target, String host, String fields) throws IOException {
    return exchange("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "\r\n");
  }

  private RawClient.Response post(String fields, String envelope) throws IOException {
    String type = fields.contains("Content-Type") ? "" : "Content-Type: application/soap+xml\r\n";
    int length = envelope.getBytes(StandardCharsets.UTF_8).length;
    return exchange(
        "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + type
            + fields
            + "Content-Length: "
            + length
            + "\r\n\r\n"
            + envelope);
  }

  private RawClient.Response postLatin1(String envelope) throws IOException {
    try (RawClient client = new RawClient(endpoint.address())) {
      client.send(
          "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml\r\n"
              + "Content-Length: "
              + envelope.length()
              + "\r\n\r\n");
      return client.send(envelope.getBytes(StandardCharsets.ISO_8859_1)).read();
    }
  }

  private RawClient.Response exchange(String request) throws IOException {
    try (RawClient client = new RawClient(endpoint.address())) {
      return client.send(request).read();
    }
  }
}
