package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapConnection;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EncodingNegotiationTest {
  private static final Duration LONG = Await.limit();

  private final EventLoops loops = EventLoops.start(1, "test");

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  /** Inverts every byte, and counts. */
  private static final class Inverted implements MessageEncoding {
    private final String version;
    private final AtomicInteger encoded = new AtomicInteger();
    private final AtomicInteger decoded = new AtomicInteger();

    Inverted(String version) {
      this.version = version;
    }

    @Override
    public String contentType() {
      return "application/inverted;version=" + version;
    }

    @Override
    public byte[] encode(byte[] xml, int offset, int length) {
      encoded.incrementAndGet();
      return inverted(xml, offset, length);
    }

    @Override
    public byte[] decode(byte[] message, int length, int maxXmlBytes) throws XmlException {
      decoded.incrementAndGet();
      if (length > maxXmlBytes) {
        throw new XmlException("too long");
      }
      return inverted(message, 0, length);
    }

    private static byte[] inverted(byte[] bytes, int offset, int length) {
      byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
      for (int i = 0; i < copy.length; i++) {
        copy[i] = (byte) ~copy[i];
      }
      return copy;
    }
  }

  @Test
  void theFirstAnswerTellsThatBothSidesKnowIt() throws Exception {
    Inverted ofServer = new Inverted("1");
    Inverted ofClient = new Inverted("1");
    talk(ofServer, CallerOptions.DEFAULT.withEncoding(ofClient));
    assertThat(ofServer.decoded).hasValue(2);
    assertThat(ofServer.encoded).hasValue(3);
    assertThat(ofClient.encoded).hasValue(2);
    assertThat(ofClient.decoded).hasValue(3);
  }

  @Test
  void anotherVersionIsNeverUsed() throws Exception {
    Inverted ofServer = new Inverted("1");
    Inverted ofClient = new Inverted("2");
    talk(ofServer, CallerOptions.DEFAULT.withEncoding(ofClient));
    assertThat(ofServer.decoded).hasValue(0);
    assertThat(ofClient.encoded).hasValue(0);
  }

  @Test
  void aClientThatOffersNothingGetsXml() throws Exception {
    Inverted ofServer = new Inverted("1");
    talk(ofServer, CallerOptions.DEFAULT);
    assertThat(ofServer.encoded).hasValue(0);
  }

  @Test
  void anEncodingThatNobodyHereKnowsGets415() throws Exception {
    try (HttpEndpoint endpoint = endpoint();
        RawClient client = new RawClient(endpoint.address())) {
      client.send(
          "POST /echo HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Content-Type: application/inverted;version=1\r\n"
              + "Content-Length: 2\r\n\r\n"
              + "ab");
      assertThat(client.read().status()).isEqualTo(415);
    }
  }

  @Test
  void aMalformedMessageGetsAFaultInXml() throws Exception {
    try (HttpEndpoint endpoint = endpoint();
        RawClient client = new RawClient(endpoint.address())) {
      endpoint.understand(new Inverted("1"));
      client.send(
          "POST /echo HTTP/1.1\r\n"
              + "Host: localhost\r\n"
              + "Content-Type: application/inverted;version=1\r\n"
              + "Content-Length: 2\r\n\r\n"
              + "ab");
      RawClient.Response response = client.read();
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.body()).contains("Sender");
    }
  }

  /** Three calls, one after the other, on one connection. */
  private void talk(MessageEncoding ofServer, CallerOptions options) throws Exception {
    try (HttpEndpoint endpoint = endpoint();
        SoapConnection connection =
            SoapConnection.open(
                loops,
                URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/echo"),
                options.withConnections(1, 8))) {
      endpoint.understand(ofServer);
      for (String text : new String[] {"one", "two", "three"}) {
        assertThat(answer(connection, text)).isEqualTo(text);
      }
    }
  }

  private static String answer(SoapConnection connection, String text) {
    return Await.present(
        () -> "an open connection",
        () -> {
          try {
            return Optional.of(
                connection
                    .call(Echo.OPERATION, text, LONG)
                    .toCompletableFuture()
                    .get(Await.limitSeconds(), TimeUnit.SECONDS));
          } catch (ExecutionException e) {
            assertThat(e).hasMessageContaining("not open yet");
            return Optional.empty();
          }
        });
  }

  private HttpEndpoint endpoint() throws IOException {
    HttpEndpoint endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), RawClient.PATIENT);
    endpoint.serve("/echo", Echo.service());
    return endpoint;
  }
}
