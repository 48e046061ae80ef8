package dev.flotilla.dpws.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.Sighting;
import dev.flotilla.dpws.discovery.Target;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.somda.sdc.dpws.client.DiscoveredDevice;
import org.somda.sdc.dpws.client.DiscoveryFilter;
import org.somda.sdc.dpws.client.DiscoveryFilterBuilder;
import org.somda.sdc.dpws.client.event.ProbedDeviceFoundMessage;
import org.somda.sdc.dpws.device.Device;

/** SDCri finds our devices, and we find SDCri's. */
@Timeout(60)
final class SdcriDiscoveryTest {
  private static final QName LAMP = new QName("urn:test:lamps", "Lamp");
  // Others on this machine use the same port: everything here has names of its own.
  private static final String RUN = UUID.randomUUID().toString();
  private static final String SCOPE = "urn:test:" + RUN;
  private static SdcriPeer sdcri;

  private final Target lamp =
      new Target(
          "urn:uuid:" + UUID.randomUUID(),
          List.of(LAMP),
          List.of(SCOPE, "http://example.com/" + RUN + "/kitchen"),
          List.of(URI.create("http://127.0.0.1:9/lamp")),
          1);
  private final BlockingQueue<Sighting> heard = new LinkedBlockingQueue<>();
  private Discovery ours;

  @BeforeAll
  static void startPeer() throws Exception {
    sdcri = new SdcriPeer();
  }

  @AfterAll
  static void stopPeer() throws Exception {
    sdcri.close();
  }

  @BeforeEach
  void open() throws Exception {
    // Answers without delay come in the order of their questions.
    ours = Discovery.open(DiscoverySettings.loopback().withMaxAnswerDelay(Duration.ZERO));
    ours.listen(heard::add);
  }

  @AfterEach
  void close() {
    ours.close();
  }

  @Test
  void sdcriHearsOurHelloAndOurBye() throws Exception {
    ours.announce(lamp);
    DiscoveredDevice device =
        next(sdcri.entered, m -> m.getPayload().getEprAddress().equals(lamp.endpointReference()))
            .getPayload();
    assertThat(device.getTypes()).containsExactly(LAMP);
    assertThat(device.getScopes()).containsExactlyElementsOf(lamp.scopes());
    assertThat(device.getXAddrs()).containsExactly("http://127.0.0.1:9/lamp");
    ours.leave();
    next(sdcri.left, m -> m.getPayload().equals(lamp.endpointReference()));
  }

  @Test
  void sdcriFindsOurDeviceByTypeAndByScopeAndNotByWrongOnes() throws Exception {
    ours.announce(lamp);
    DiscoveryFilter wrongType =
        filter().addType(new QName("urn:test:lamps", "Fan")).addScope(SCOPE).get();
    DiscoveryFilter wrongScope = filter().addType(LAMP).addScope(SCOPE + ":other").get();
    DiscoveryFilter byType = filter().addType(LAMP).get();
    DiscoveryFilter byScope = filter().addScope("http://example.com/" + RUN).get();
    for (DiscoveryFilter each : List.of(wrongType, wrongScope, byType, byScope)) {
      sdcri.client.probe(each);
    }
    assertThat(nextProbed().getDiscoveryId()).isEqualTo(byType.getDiscoveryId());
    assertThat(nextProbed().getDiscoveryId()).isEqualTo(byScope.getDiscoveryId());
  }

  @Test
  void sdcriResolvesOurDevice() throws Exception {
    ours.announce(lamp);
    DiscoveredDevice device =
        sdcri.client.resolve(lamp.endpointReference()).get(20, TimeUnit.SECONDS);
    assertThat(device.getXAddrs()).containsExactly("http://127.0.0.1:9/lamp");
  }

  @Test
  void weHearFindAndResolveSdcrisDevice() throws Exception {
    String reference = "urn:uuid:" + UUID.randomUUID();
    String scope = SCOPE + ":foreign";
    Device device = sdcri.startDevice(reference, List.of(LAMP), List.of(scope));
    nextHeard(reference, Sighting.Kind.HELLO);
    BlockingQueue<Target> found = new LinkedBlockingQueue<>();
    Duration patience = Duration.ofSeconds(10);
    Probe wrong = Probe.anything().ofType(LAMP).inScope(scope + ":other");
    BlockingQueue<Target> wronglyFound = new LinkedBlockingQueue<>();
    ours.probe(wrong, patience, wronglyFound::add);
    ours.probe(Probe.anything().ofType(LAMP).inScope(scope), patience, found::add);
    Target match = next(found, target -> target.endpointReference().equals(reference));
    assertThat(match.types()).contains(LAMP);
    assertThat(match.scopes()).containsExactly(scope);
    Optional<Target> resolved =
        ours.resolve(reference, patience).toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(resolved.orElseThrow().xAddrs()).isNotEmpty();
    device.stopAsync().awaitTerminated(20, TimeUnit.SECONDS);
    nextHeard(reference, Sighting.Kind.BYE);
    assertThat(wronglyFound).isEmpty();
  }

  private void nextHeard(String reference, Sighting.Kind kind) throws InterruptedException {
    next(heard, s -> s.kind() == kind && s.target().endpointReference().equals(reference));
  }

  private ProbedDeviceFoundMessage nextProbed() throws InterruptedException {
    return next(sdcri.probed, m -> m.getPayload().getEprAddress().equals(lamp.endpointReference()));
  }

  private static DiscoveryFilterBuilder filter() {
    return new DiscoveryFilterBuilder();
  }

  private static <T> T next(BlockingQueue<T> queue, Predicate<T> wanted)
      throws InterruptedException {
    while (true) {
      T next = queue.poll(20, TimeUnit.SECONDS);
      assertThat(next).as("a message within 20 s").isNotNull();
      if (wanted.test(next)) {
        return next;
      }
    }
  }
}
