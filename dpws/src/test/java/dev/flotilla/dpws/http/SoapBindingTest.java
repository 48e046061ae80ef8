package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.soap.Addressing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SOAP 1.2 and WS-Addressing over HTTP, by the bytes that other stacks send. */
class SoapBindingTest {
  private static final String NAME = "urn:uuid:00000000-0000-4000-8000-00000000000a";
  private static final String OTHER = "urn:uuid:00000000-0000-4000-8000-00000000000b";
  private static final String ACTION = "<a:Action>" + Echo.ACTION + "</a:Action>";
  private static final String ID = "<a:MessageID>urn:id:7</a:MessageID>";
  private static final String BODY =
      "<EchoRequest xmlns='urn:test:echo'><text>hello</text></EchoRequest>";
  private static final String RELATED = "<wsa:RelatesTo>urn:id:7</wsa:RelatesTo>";
  private static final String SOAP = "application/soap+xml";

  private EventLoops loops;
  private HttpEndpoint endpoint;
  private RawClient client;

  @BeforeEach
  void open() throws IOException {
    loops = EventLoops.start(1, "test");
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), RawClient.PATIENT);
    endpoint.serve("/echo", Echo.service());
    endpoint.name(NAME);
    client = new RawClient(endpoint.address());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    endpoint.close();
    loops.close();
  }

  @Test
  void httpNamesTheActionOfAnEnvelopeThatNamesNone() throws IOException {
    String typed = SOAP + "; charset=utf-8; action=\"" + Echo.ACTION + "\"";

    assertThat(post(typed, "", envelope(ID, BODY)).body()).contains("hello", RELATED);
    assertThat(post(typed, "", bare()).body()).contains("hello");
    assertThat(post(SOAP, "SOAPAction: \"" + Echo.ACTION + "\"\r\n", bare()).body())
        .contains("hello");
  }

  @Test
  void withoutAnyActionTheHeaderIsRequired() throws IOException {
    for (String named : new String[] {"", "SOAPAction: \"\"\r\n", "SOAPAction:\r\n"}) {
      RawClient.Response response = post(SOAP, named, envelope(ID, BODY));

      assertThat(response.status()).isEqualTo(400);
      assertThat(response.body()).contains("MessageAddressingHeaderRequired", RELATED);
    }
  }

  @Test
  void httpMustNotContradictItselfOrTheEnvelope() throws IOException {
    String typed = SOAP + "; action=\"" + Echo.ACTION + "\"";

    assertThat(post(typed, "SOAPAction: urn:other\r\n", bare()).body()).contains("ActionMismatch");
    assertThat(post(SOAP + "; action=urn:other", "", envelope(ID + ACTION, BODY)).body())
        .contains("ActionMismatch", RELATED);
  }

  @Test
  void aFaultAboutTheHeaderNamesTheRequestThatItAnswers() throws IOException {
    String unknown = "<x:security xmlns:x='urn:x' s:mustUnderstand=' 1 '/>";
    String longTo = "<a:To>" + "u".repeat(3_000) + "</a:To>";

    assertFault(unknown + ACTION + ID, 500, "MustUnderstand", RELATED, "qname=\"n:security\"");
    assertFault(ACTION + ACTION + ID, 400, "InvalidCardinality", RELATED);
    assertFault(ID + ACTION + ID, 400, "InvalidCardinality", RELATED);
    assertFault(ACTION + ID + longTo, 400, "at most 2048", RELATED);
    assertFault(ID, 400, "MessageAddressingHeaderRequired", RELATED);
  }

  @Test
  void allBlocksThatAreNotUnderstoodAreNamed() throws IOException {
    String block = "<x:b%d xmlns:x='urn:x' s:mustUnderstand='true'/>";
    StringBuilder many = new StringBuilder(ACTION + ACTION);
    for (int i = 0; i < 20; i++) {
      many.append(block.formatted(i));
    }

    assertFault(many + ID, 500, "MustUnderstand", RELATED, "n:b0\"", "n:b7\"");
  }

  @Test
  void aBlockWithoutANamespaceIsNotUnderstoodEither() throws IOException {
    assertFault(ACTION + ID + "<b s:mustUnderstand='1'/>", 500, "MustUnderstand", RELATED);
  }

  @Test
  void anotherEnvelopeIsAFaultWithTheOneThatIsUnderstood() throws IOException {
    String soap11 =
        envelope(ACTION, BODY).replace("2003/05/soap-envelope", "2001/12/soap-envelope");
    RawClient.Response response = post(SOAP, "", soap11);

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.body())
        .contains("VersionMismatch", "<s12:SupportedEnvelope qname=\"s12:Envelope\"/>");
  }

  @Test
  void theParametersOfReplyToComeBackInTheAnswer() throws IOException {
    String parameter = "<x:ticket xmlns:x='urn:x'>%s &amp; &lt;b&gt;</x:ticket>";
    String headers =
        ACTION
            + ID
            + reference("ReplyTo", parameter.formatted("reply"))
            + reference("FaultTo", parameter.formatted("fault"));

    assertThat(client.post("/echo", envelope(headers, BODY)).read().body())
        .contains("IsReferenceParameter=\"true\">reply &amp; &lt;b&gt;<")
        .doesNotContain(">fault &amp;");
    assertThat(client.post("/echo", envelope(headers, "<x/>")).read().body())
        .contains("IsReferenceParameter=\"true\">fault &amp; &lt;b&gt;<", RELATED)
        .doesNotContain(">reply &amp;");
  }

  @Test
  void withoutFaultToAFaultCarriesTheParametersOfReplyTo() throws IOException {
    String headers = ACTION + ID + reference("ReplyTo", "<x:t xmlns:x='urn:x'>reply</x:t>");

    assertThat(client.post("/echo", envelope(headers, "<x/>")).read().body())
        .contains("IsReferenceParameter=\"true\">reply<");
  }

  @Test
  void anAddresseeIsThePathAnonymousOrTheOwnName() throws IOException {
    for (String to :
        new String[] {
          Addressing.ANONYMOUS,
          NAME,
          NAME.toUpperCase(Locale.ROOT),
          "http://a/echo",
          "HTTPS://a:1/echo"
        }) {
      String headers = ACTION + ID + "<a:To>" + to + "</a:To>";

      assertThat(client.post("/echo", envelope(headers, BODY)).read().status())
          .as(to)
          .isEqualTo(200);
    }
  }

  @Test
  void aMessageForAnotherDeviceIsRefused() throws IOException {
    for (String to : new String[] {OTHER, OTHER.toUpperCase(Locale.ROOT)}) {
      assertFault(ACTION + ID + "<a:To>" + to + "</a:To>", 400, "DestinationUnreachable", RELATED);
    }
    assertFault(ACTION + ID + "<a:To>HTTP://a/other</a:To>", 400, "DestinationUnreachable");
  }

  @Test
  void headIsTheHeadOfGet() throws IOException {
    String document = "<definitions/>";
    endpoint.serve(
        "/a.wsdl", HttpResource.of(HttpResource.XML, document.getBytes(StandardCharsets.UTF_8)));
    String request = " /a.wsdl HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    RawClient.Response got = client.send("GET" + request).read();
    RawClient.Response head = client.send("HEAD" + request).readHead();
    RawClient.Response missing =
        client.send("HEAD /b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").readHead();

    assertThat(head.head()).isEqualTo(got.head()).contains(" " + document.length() + "\r\n");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(client.send("GET" + request).read().body()).isEqualTo(document);
  }

  @Test
  void aRequestOfSoap11IsRefusedInItsOwnForm() throws IOException {
    RawClient.Response response = post("text/xml; charset=utf-8", "", bare());

    assertThat(response.status()).isEqualTo(415);
    assertThat(response.head()).contains("Content-Type: text/xml");
    assertThat(response.body())
        .contains("<faultcode>s11:VersionMismatch</faultcode>")
        .contains("takes SOAP 1.2 only; send it as application/soap+xml");
  }

  @Test
  void anEnvelopeOfSoap11IsRefusedLikewiseAsAnyType() throws IOException {
    String namespace = "http://schemas.xmlsoap.org/soap/envelope/";
    String soap11 =
        envelope(ACTION, BODY).replace("http://www.w3.org/2003/05/soap-envelope", namespace);
    RawClient.Response response = post(SOAP, "", soap11);

    assertThat(response.status()).isEqualTo(415);
    assertThat(response.head()).contains("Content-Type: text/xml");
    assertThat(response.body())
        .contains("<faultcode>s11:VersionMismatch</faultcode>", "takes SOAP 1.2 only");
  }

  @Test
  void anotherContentTypeIsRefusedInASentenceThatNamesIt() throws IOException {
    assertThat(post("application/json", "", "{}").body())
        .contains("a request of type 'application/json' is not read", "application/soap+xml");
    assertThat(post(SOAP, "Content-Encoding: gzip\r\n", "{}").body())
        .contains("a request with a Content-Encoding is not read");
  }

  private void assertFault(String headers, int status, String... parts) throws IOException {
    RawClient.Response response = client.post("/echo", envelope(headers, BODY)).read();

    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).contains("<s12:Fault>").contains(parts);
  }

  private RawClient.Response post(String type, String headers, String envelope) throws IOException {
    return client
        .send(
            "POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
                + type
                + "\r\n"
                + headers
                + "Content-Length: "
                + envelope.length()
                + "\r\n\r\n"
                + envelope)
        .read();
  }

  private static String bare() {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body>"
        + BODY
        + "</s:Body></s:Envelope>";
  }

  private static String reference(String name, String parameter) {
    return "<a:%s><a:Address>%s</a:Address><a:ReferenceParameters>%s</a:ReferenceParameters></a:%s>"
        .formatted(name, Addressing.ANONYMOUS, parameter, name);
  }
}
