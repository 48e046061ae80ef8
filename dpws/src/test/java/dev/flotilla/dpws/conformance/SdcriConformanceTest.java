package dev.flotilla.dpws.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Service;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.Metadata;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.DirectedProbe;
import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.somda.sdc.dpws.client.DiscoveredDevice;
import org.somda.sdc.dpws.client.DiscoveryFilter;
import org.somda.sdc.dpws.client.DiscoveryFilterBuilder;
import org.somda.sdc.dpws.client.event.ProbedDeviceFoundMessage;
import org.somda.sdc.dpws.service.HostingServiceProxy;

/** SDCri finds and reads our devices, and we find and read SDCri's. */
@Tag("slow")
final class SdcriConformanceTest {
  private static final QName LAMP = new QName("urn:test:lamps", "Lamp");
  private static final QName PORT_TYPE = new QName("urn:test:lamps", "Light");
  // Others on this machine use the same port: everything here has names of its own.
  private static final String RUN = UUID.randomUUID().toString();
  private static final String SCOPE = "urn:test:" + RUN;
  @TempDir private static Path directory;
  private static SdcriPeer sdcri;

  private final Target lamp =
      new Target(
          "urn:uuid:" + UUID.randomUUID(),
          List.of(LAMP),
          List.of(SCOPE, "http://example.com/" + RUN + "/kitchen"),
          List.of(URI.create("http://127.0.0.1:9/lamp")),
          1);
  private final BlockingQueue<DiscoveredTarget> heard = new LinkedBlockingQueue<>();
  private Discovery ours;

  @BeforeAll
  static void startPeer() throws Exception {
    sdcri = new SdcriPeer(directory);
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
        sdcri.client.resolve(lamp.endpointReference()).get(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(device.getXAddrs()).containsExactly("http://127.0.0.1:9/lamp");
  }

  @Test
  void sdcriReadsTheMetadataAndTheWsdlOfOurDeviceAndProbesItAtItsAddress() throws Exception {
    String wsdl = "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" name=\"Light\"/>";
    HostedService light =
        HostedService.builder("Light")
            .portType(PORT_TYPE)
            .wsdl(
                "light.wsdl",
                HttpResource.of(HttpResource.XML, wsdl.getBytes(StandardCharsets.UTF_8)))
            .build();
    UUID id = UUID.randomUUID();
    try (Device device =
        Device.builder(id)
            .type(LAMP)
            .scope(SCOPE)
            .model(ThisModel.of("ACME", "Lamp 2000"))
            .device(new ThisDevice("The kitchen's lamp", "1.0", "4711"))
            .service(light)
            .discovery(ours)
            .start()) {
      DiscoveredDevice found =
          sdcri
              .client
              .resolve(device.target().endpointReference())
              .get(Await.limitSeconds(), TimeUnit.SECONDS);
      HostingServiceProxy proxy =
          sdcri.client.connect(found).get(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(proxy.getEndpointReferenceAddress()).isEqualTo("urn:uuid:" + id);
      assertThat(proxy.getTypes()).containsExactlyElementsOf(device.target().types());
      assertThat(proxy.getThisModel().orElseThrow().getModelName().get(0).getValue())
          .isEqualTo("Lamp 2000");
      assertThat(proxy.getThisDevice().orElseThrow().getFriendlyName().get(0).getValue())
          .isEqualTo("The kitchen's lamp");
      assertThat(proxy.getHostedServices().get("Light").getType().getTypes())
          .containsExactly(PORT_TYPE);
      assertThat(sdcri.wsdls(proxy)).containsEntry("Light", List.of(wsdl));
      String address = device.target().xAddrs().get(0).toString();
      assertThat(
              sdcri
                  .client
                  .directedProbe(address)
                  .get(Await.limitSeconds(), TimeUnit.SECONDS)
                  .getProbeMatch())
          .hasSize(1);
    }
  }

  @Test
  void weHearFindAndResolveSdcrisDeviceAndReadItsMetadata() throws Exception {
    String reference = "urn:uuid:" + UUID.randomUUID();
    String scope = SCOPE + ":foreign";
    Service device = sdcri.startDevice(reference, List.of(LAMP), List.of(scope));
    nextHeard(reference, DiscoveredTarget.Kind.HELLO);
    BlockingQueue<Target> found = new LinkedBlockingQueue<>();
    Duration patience = Await.limit();
    Probe wrong = Probe.anything().ofType(LAMP).inScope(scope + ":other");
    BlockingQueue<Target> wronglyFound = new LinkedBlockingQueue<>();
    ours.probe(wrong, patience, wronglyFound::add);
    ours.probe(Probe.anything().ofType(LAMP).inScope(scope), patience, found::add);
    Target match = next(found, target -> target.endpointReference().equals(reference));
    assertThat(match.types()).contains(LAMP);
    assertThat(match.scopes()).containsExactly(scope);
    Optional<Target> resolved = get(ours.resolve(reference, patience));
    URI address = resolved.orElseThrow().xAddrs().get(0);
    try (EventLoops loops = EventLoops.start(1, "test");
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      Metadata metadata =
          get(
              new DeviceExplorer(caller)
                  .device(new EndpointReference(reference), address, patience));
      assertThat(metadata.section(ThisModel.class).orElseThrow().manufacturer())
          .isEqualTo("Foreign");
      assertThat(get(DirectedProbe.ask(caller, address, Probe.anything(), patience)).matches())
          .extracting(Target::endpointReference)
          .containsExactly(reference);
    }
    device.stopAsync().awaitTerminated(Await.limitSeconds(), TimeUnit.SECONDS);
    nextHeard(reference, DiscoveredTarget.Kind.BYE);
    assertThat(wronglyFound).isEmpty();
  }

  private void nextHeard(String reference, DiscoveredTarget.Kind kind) throws InterruptedException {
    next(heard, s -> s.kind() == kind && s.target().endpointReference().equals(reference));
  }

  private ProbedDeviceFoundMessage nextProbed() throws InterruptedException {
    return next(sdcri.probed, m -> m.getPayload().getEprAddress().equals(lamp.endpointReference()));
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private static DiscoveryFilterBuilder filter() {
    return new DiscoveryFilterBuilder();
  }

  private static <T> T next(BlockingQueue<T> queue, Predicate<T> wanted)
      throws InterruptedException {
    while (true) {
      T next = queue.poll(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("a message in time").isNotNull();
      if (wanted.test(next)) {
        return next;
      }
    }
  }
}
