package dev.flotilla.dpws.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On real sockets, on a port of this test's own. */
@Tag("slow")
final class DiscoveryTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Await.limit();

  private final DiscoverySettings settings = DiscoverySettings.loopback().withPort(freePort());
  private Discovery client;

  @BeforeEach
  void open() throws IOException {
    client = Discovery.open(settings);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void twoDevicesInOneJvmAreBothFound() throws Exception {
    try (EventLoops loops = EventLoops.start(1, "test");
        Discovery one = Discovery.open(settings.withEventLoops(loops));
        Discovery two = Discovery.open(settings.withEventLoops(loops))) {
      one.announce(Samples.lamp(1));
      two.announce(Samples.lamp(2));
      assertThat(firstFound(client, Probe.anything().ofType(Samples.LAMP), 2))
          .containsExactlyInAnyOrder(Samples.lamp(1), Samples.lamp(2));
      assertThat(get(client.probe(Probe.anything().inScope("urn:wrong"), SHORT))).isEmpty();
    }
  }

  @Test
  void aPortThatAnotherProgramDoesNotShareIsNamed() throws Exception {
    try (DatagramSocket other = new DatagramSocket(freePort())) {
      DiscoverySettings taken = settings.withPort(other.getLocalPort());
      assertThatThrownBy(() -> Discovery.open(taken))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("port " + other.getLocalPort())
          .hasMessageContaining("end the program that uses this UDP port and does not share it");
    }
  }

  @Test
  void aProbeToTheAddressOfTheHostIsAnswered() throws Exception {
    try (Discovery device = Discovery.open(settings.withMaxAnswerDelay(Duration.ZERO));
        DatagramSocket asker = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      device.announce(Samples.lamp(1));
      // Once it is announced it also answers multicast, which is asked first.
      assertThat(firstFound(client, Probe.anything(), 1)).containsExactly(Samples.lamp(1));
      // The system gives the datagram to one program.
      client.close();
      byte[] probe = unicastProbe();
      InetSocketAddress host =
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), settings.groups().get(0).getPort());
      asker.setSoTimeout((int) Await.limitMillis());
      asker.send(new DatagramPacket(probe, probe.length, host));
      DatagramPacket answer = new DatagramPacket(new byte[65_535], 65_535);
      asker.receive(answer);

      assertThat(new String(answer.getData(), 0, answer.getLength(), UTF_8))
          .contains("ProbeMatches")
          .contains(Samples.lamp(1).endpointReference());
    }
  }

  private static byte[] unicastProbe() {
    return """
    <s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"
      xmlns:a="http://www.w3.org/2005/08/addressing"
      xmlns:d="http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01"><s:Header>
      <a:Action>http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/Probe</a:Action>
      <a:MessageID>urn:uuid:5d3c3f04-5a63-4d8c-8a8e-2b1a5a9f0001</a:MessageID>
      <a:To>urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01</a:To>
      </s:Header><s:Body><d:Probe/></s:Body></s:Envelope>
    """
        .getBytes(UTF_8);
  }

  @Test
  void probeTellsAMatchLongBeforeItsTimeIsUp() throws Exception {
    try (Discovery device = Discovery.open(settings)) {
      device.announce(Samples.lamp(1));
      BlockingQueue<Target> told = new LinkedBlockingQueue<>();
      CompletionStage<List<Target>> all = client.probe(Probe.anything(), LONG, told::add);
      assertThat(told.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo(Samples.lamp(1));
      assertThat(all.toCompletableFuture()).isNotDone();
    }
  }

  @Test
  void resolveFindsTheAddressesOfAnIdentity() throws IOException {
    try (Discovery device = Discovery.open(settings)) {
      device.announce(Samples.lamp(1));
      assertThat(get(client.resolve(Samples.lamp(1).endpointReference(), LONG)))
          .isEqualTo(Optional.of(Samples.lamp(1)));
    }
  }

  @Test
  void helloAndByeAreHeardOnceEachAndByEveryListener() throws Exception {
    BlockingQueue<DiscoveredTarget> heard = new LinkedBlockingQueue<>();
    BlockingQueue<DiscoveredTarget> alsoHeard = new LinkedBlockingQueue<>();
    client.listen(heard::add);
    client.listen(alsoHeard::add);
    Discovery device = Discovery.open(settings);
    device.announce(Samples.lamp(1));
    DiscoveredTarget hello = new DiscoveredTarget(DiscoveredTarget.Kind.HELLO, Samples.lamp(1));
    assertThat(heard.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo(hello);
    device.close();
    Target gone = Target.of(Samples.lamp(1).endpointReference());
    DiscoveredTarget bye = new DiscoveredTarget(DiscoveredTarget.Kind.BYE, gone);
    assertThat(heard.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo(bye);
    // By now the repetitions have come, too.
    get(client.probe(Probe.anything(), SHORT));
    assertThat(heard).isEmpty();
    assertThat(alsoHeard).containsExactly(hello, bye);
  }

  @Test
  void listenerThatStopsHearsNoMore() throws Exception {
    BlockingQueue<DiscoveredTarget> stopped = new LinkedBlockingQueue<>();
    BlockingQueue<DiscoveredTarget> heard = new LinkedBlockingQueue<>();
    client.listen(stopped::add).close();
    client.listen(heard::add);
    try (Discovery device = Discovery.open(settings)) {
      device.announce(Samples.lamp(1));
      assertThat(heard.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(stopped).isEmpty();
  }

  @Test
  void otherPortHearsNothing() throws IOException {
    try (Discovery elsewhere = Discovery.open(settings.withPort(freePort()))) {
      elsewhere.announce(Samples.lamp(1));
      assertThat(get(client.probe(Probe.anything(), SHORT))).isEmpty();
    }
  }

  @Test
  void devicesAreFoundByMulticastOverIpv6() throws Exception {
    Optional<NetworkInterface> nic = interfaceWithIpv6Multicast();
    assumeTrue(nic.isPresent(), "no network interface carries IPv6 multicast");
    DiscoverySettings ipv6 =
        DiscoverySettings.on(List.of(nic.get()))
            .withPort(freePort())
            // Such an interface may lead out of this machine: nothing of the test shall.
            .withHops(0)
            .withMaxAnswerDelay(Duration.ZERO);
    List<InetSocketAddress> groups =
        ipv6.groups().stream().filter(g -> g.getAddress() instanceof Inet6Address).toList();
    try (Discovery device = Discovery.open(ipv6.withGroups(groups));
        Discovery seeker = Discovery.open(ipv6.withGroups(groups))) {
      device.announce(Samples.lamp(1));
      assertThat(firstFound(seeker, Probe.anything(), 1)).containsExactly(Samples.lamp(1));
    }
  }

  @Test
  void closedDiscoveryRefusesWorkAndEndsItsQuestions() {
    CompletionStage<List<Target>> open = client.probe(Probe.anything(), LONG);
    client.close();
    assertThat(open.toCompletableFuture()).isCompletedWithValue(List.of());
    assertThatThrownBy(() -> client.announce(Samples.lamp(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    client.close();
  }

  @Test
  void descriptionThatFitsInNoDatagramIsRefusedWithItsSize() {
    List<URI> addresses =
        Collections.nCopies(200, URI.create("http://127.0.0.1:65535/a/rather/long/path"));
    Target wide = new Target("urn:uuid:1", List.of(), List.of(), addresses, 1);
    assertThatThrownBy(() -> client.announce(wide))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4096")
        .hasMessageContaining("fewer or shorter");
  }

  @Test
  void interfaceThatCannotBeUsedIsNamedWithTheReason() throws SocketException {
    InetSocketAddress ipv6Only = new InetSocketAddress("ff02::c", freePort());
    DiscoverySettings unusable =
        DiscoverySettings.loopback().withGroups(List.of(ipv6Only)).withHops(0);
    assumeFalse(carriesMulticast(unusable.interfaces().get(0)), "loopback carries multicast");
    assertThatThrownBy(() -> Discovery.open(unusable))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(unusable.interfaces().get(0).getName())
        .hasMessageContaining("no address for any of the groups");
  }

  /** The devices that a Probe finds, as soon as there are so many. */
  private static List<Target> firstFound(Discovery client, Probe probe, int count)
      throws InterruptedException {
    BlockingQueue<Target> told = new LinkedBlockingQueue<>();
    client.probe(probe, LONG, told::add);
    List<Target> found = new ArrayList<>();
    while (found.size() < count) {
      Target next = told.poll(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("device %d of %d", found.size() + 1, count).isNotNull();
      found.add(next);
    }
    return found;
  }

  private static Optional<NetworkInterface> interfaceWithIpv6Multicast() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .filter(DiscoveryTest::carriesMulticast)
        .filter(nic -> nic.inetAddresses().anyMatch(Inet6Address.class::isInstance))
        .findFirst();
  }

  private static boolean carriesMulticast(NetworkInterface nic) {
    try {
      return nic.isUp() && nic.supportsMulticast();
    } catch (SocketException e) {
      return false;
    }
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(Await.limitSeconds(), TimeUnit.SECONDS).join();
  }

  private static int freePort() {
    try (DatagramSocket socket = new DatagramSocket(0)) {
      return socket.getLocalPort();
    } catch (SocketException e) {
      throw new AssertionError(e);
    }
  }
}
