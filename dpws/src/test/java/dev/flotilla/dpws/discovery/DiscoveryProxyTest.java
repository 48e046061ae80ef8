package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A discovery proxy that the test plays, on a port that no group has. */
final class DiscoveryProxyTest {
  private static final int LIMIT_MILLIS = (int) Await.limitMillis();

  private DatagramSocket proxy;
  private Discovery discovery;

  @BeforeEach
  void open() throws IOException {
    proxy = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    proxy.setSoTimeout(LIMIT_MILLIS);
    try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      discovery =
          Discovery.open(
              DiscoverySettings.loopback()
                  .withPort(free.getLocalPort())
                  .withMaxAnswerDelay(Duration.ZERO)
                  .withProxy((InetSocketAddress) proxy.getLocalSocketAddress()));
    }
  }

  @AfterEach
  void close() {
    discovery.close();
    proxy.close();
  }

  @Test
  void whatTheProxyKnowsIsFound() throws Exception {
    CompletableFuture<Target> found = new CompletableFuture<>();
    var unused = discovery.probe(Probe.anything(), Await.limit(), found::complete);
    DatagramPacket asked = received();
    Envelope question = EnvelopeCodec.read(bytes(asked));
    Envelope answer =
        new Envelope(
            "urn:uuid:5d3c3f04-5a63-4d8c-8a8e-2b1a5a9f0002",
            question.messageId(),
            new AppSequence(1, null, 1),
            new ProbeMatches(List.of(Samples.lamp(1))));
    byte[] datagram = EnvelopeCodec.write(answer);
    proxy.send(new DatagramPacket(datagram, datagram.length, asked.getSocketAddress()));

    assertThat(found.get(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo(Samples.lamp(1));
  }

  @Test
  void theProxyHearsThatADeviceComesAndGoes() throws Exception {
    discovery.announce(Samples.lamp(1));
    assertThat(firstOf(DiscoveryMessage.Hello.class).target()).isEqualTo(Samples.lamp(1));

    discovery.leave();
    assertThat(firstOf(DiscoveryMessage.Bye.class).target().endpointReference())
        .isEqualTo(Samples.lamp(1).endpointReference());
  }

  @Test
  void aProxyWithoutAnAddressIsRefused() {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("proxy.invalid", 3_702);

    assertThatThrownBy(() -> DiscoverySettings.loopback().withProxy(nowhere))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("proxy.invalid");
  }

  /** Each message is sent more than once, and others may come between. */
  private <T extends DiscoveryMessage> T firstOf(Class<T> kind) throws IOException, XmlException {
    Optional<T> found = Optional.empty();
    while (found.isEmpty()) {
      DiscoveryMessage message = EnvelopeCodec.read(bytes(received())).message();
      found = Optional.of(message).filter(kind::isInstance).map(kind::cast);
    }
    return found.get();
  }

  private DatagramPacket received() throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
    proxy.receive(packet);
    return packet;
  }

  private static byte[] bytes(DatagramPacket packet) {
    return Arrays.copyOf(packet.getData(), packet.getLength());
  }
}
