package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An endpoint whose addresses come and go; here they differ in their ports. */
class EndpointAddressesTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final EventLoops loops = EventLoops.start(2, "test");
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() {
    endpoint = LastingPort.open(loops);
    endpoint.serve(
        "/page", HttpResource.of(HttpResource.XML, "<page/>".getBytes(StandardCharsets.UTF_8)));
  }

  @AfterEach
  void close() {
    endpoint.close();
    loops.close();
  }

  @Test
  void allAddressesAreServedAndTheOldestIsNamedFirst() throws IOException {
    InetSocketAddress first = endpoint.address();
    endpoint.listen(ANY_PORT);

    assertThat(endpoint.address()).isEqualTo(first);
    assertThat(endpoint.addresses()).hasSize(2).startsWith(first);
    for (InetSocketAddress address : endpoint.addresses()) {
      try (RawClient client = new RawClient(address)) {
        assertThat(page(client)).isEqualTo("<page/>");
      }
    }
  }

  @Test
  void anAddressThatIsGivenUpIsClosedWithItsConnectionsAlone() throws IOException {
    InetSocketAddress first = endpoint.address();
    endpoint.listen(ANY_PORT);
    InetSocketAddress second = endpoint.addresses().get(1);
    try (RawClient ofFirst = new RawClient(first);
        RawClient ofSecond = new RawClient(second)) {
      page(ofFirst);
      page(ofSecond);
      endpoint.stopListening(first);

      assertThat(endpoint.address()).isEqualTo(second);
      assertThatThrownBy(ofFirst::read).isInstanceOf(IOException.class);
      assertThat(page(ofSecond)).isEqualTo("<page/>");
      assertThat(isServed(first)).isFalse();
    }
  }

  @Test
  void whoListensNowhereKeepsItsLastAddressAndMayListenAgain() throws IOException {
    InetSocketAddress home = endpoint.address();
    endpoint.stopListening(home);
    assertThat(endpoint.addresses()).isEmpty();
    assertThat(endpoint.address()).isEqualTo(home);

    endpoint.listen(home);
    try (RawClient client = new RawClient(home)) {
      assertThat(page(client)).isEqualTo("<page/>");
    }
  }

  /** Whether this page is there: another process may have got the port since. */
  private static boolean isServed(InetSocketAddress address) {
    try (RawClient client = new RawClient(address)) {
      return page(client).equals("<page/>");
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  private static String page(RawClient client) throws IOException {
    return client.send("GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").read().body();
  }
}
