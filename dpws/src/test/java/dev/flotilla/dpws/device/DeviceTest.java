package dev.flotilla.dpws.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.SchemaValidation;
import dev.flotilla.dpws.discovery.DirectedProbe;
import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.testing.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeviceTest {
  private static final Duration LONG = Await.limit();
  private static final QName TYPE = new QName("urn:test:echo", "EchoDevice");
  private static final QName PORT_TYPE = new QName("urn:test:echo", "EchoPortType");
  private static final ThisModel MODEL =
      new ThisModel("ACME", "http://acme.example/", "Echo <1>", "1", null, null);
  private static final ThisDevice DEVICE = new ThisDevice("an echo", "1.0", "4711");

  private final UUID id = UUID.randomUUID();
  private final EndpointReference reference = new EndpointReference("urn:uuid:" + id);
  private EventLoops loops;
  private SoapCaller caller;
  private DeviceExplorer explorer;

  @BeforeEach
  void start() {
    loops = EventLoops.start(1, "test");
    caller = new SoapCaller(loops, CallerOptions.DEFAULT);
    explorer = new DeviceExplorer(caller);
  }

  @AfterEach
  void close() {
    caller.close();
    loops.close();
  }

  @Test
  void aDeviceSaysWhatItIsAndWhereItsServicesAre() throws Exception {
    try (Device device = device().start()) {
      URI address = device.target().xAddrs().get(0);
      assertThat(address.getPath()).isEqualTo("/" + id);
      Metadata metadata = get(explorer.device(reference, address, LONG));

      assertThat(metadata.section(ThisModel.class)).contains(MODEL);
      assertThat(metadata.section(ThisDevice.class)).contains(DEVICE);
      Relationship relationship = metadata.section(Relationship.class).orElseThrow();
      assertThat(relationship.host().endpointReference()).isEqualTo(reference.address());
      assertThat(relationship.host().types()).containsExactly(DpwsNames.DEVICE_TYPE, TYPE);
      Relationship.Hosted hosted = metadata.hosted().get(0);
      assertThat(hosted.serviceId()).isEqualTo("Echo");
      assertThat(hosted.types()).containsExactly(PORT_TYPE);
      assertThat(get(caller.call(hosted.addresses().get(0), Echo.OPERATION, "hello", LONG)))
          .isEqualTo("hello");
    }
  }

  @Test
  void aServiceOfAnotherProgramIsNamedAndNotServed() throws Exception {
    URI elsewhere = URI.create("http://192.0.2.1:7001/Echo");
    HostedService other =
        HostedService.builder("Other").portType(PORT_TYPE).elsewhere(elsewhere).build();
    try (Device device = device().service(other).start()) {
      URI address = device.target().xAddrs().get(0);
      Metadata metadata = get(explorer.device(reference, address, LONG));

      assertThat(metadata.hosted().get(1).addresses()).containsExactly(elsewhere);
      assertThatThrownBy(() -> get(explorer.service(address.resolve("/Other"), LONG)))
          .hasMessageContaining("404");
    }
  }

  @Test
  void aServiceSaysWhereItsWsdlIsAndServesIt() throws Exception {
    try (Device device = device().start()) {
      URI service = URI.create(device.target().xAddrs().get(0).resolve("/Echo").toString());
      Metadata metadata = get(explorer.service(service, LONG));

      assertThat(metadata.hosted()).hasSize(1);
      URI wsdl = metadata.section(WsdlLocation.class).orElseThrow().location();
      assertThat(download(wsdl)).isEqualTo("<wsdl/>");
      assertThat(download(wsdl.resolve("echo.xsd"))).isEqualTo("<schema/>");
    }
  }

  @Test
  void anEmptyBodyAsksForAllMetadata() throws Exception {
    Operation<EmptyBody, Metadata> withoutBody =
        new Operation<>(
            MetadataOperations.GET_METADATA_OPERATION.action(),
            MetadataOperations.GET_METADATA_OPERATION.responseAction(),
            EmptyBody.READER,
            EmptyBody.WRITER,
            MetadataCodec::read,
            MetadataCodec::write);
    try (Device device = device().start()) {
      URI address = device.target().xAddrs().get(0);
      URI service = address.resolve("/Echo");

      Metadata ofDevice = get(caller.call(address, withoutBody, EmptyBody.EMPTY, LONG));
      assertThat(ofDevice).isEqualTo(get(explorer.device(reference, address, LONG)));
      Metadata ofService = get(caller.call(service, withoutBody, EmptyBody.EMPTY, LONG));
      assertThat(ofService).isEqualTo(get(explorer.service(service, LONG)));
      assertThat(ofService.section(WsdlLocation.class)).isPresent();
    }
  }

  @Test
  void aDialectSelectsItsSections() throws Exception {
    try (Device device = device().start()) {
      URI address = device.target().xAddrs().get(0);
      assertThat(dialects(address, DpwsNames.THIS_DEVICE_DIALECT))
          .containsExactly(DpwsNames.THIS_DEVICE_DIALECT);
      assertThat(dialects(address.resolve("/Echo"), "http://schemas.xmlsoap.org/wsdl"))
          .containsExactly(DpwsNames.WSDL_DIALECT);
      assertThat(dialects(address, "urn:unknown")).isEmpty();
    }
  }

  @Test
  void aProbeAtItsOwnAddressIsAnswered() throws Exception {
    try (Device device = device().start()) {
      URI address = device.target().xAddrs().get(0);
      Probe matching = Probe.anything().ofType(TYPE).inScope("urn:scope:a");
      Probe other = Probe.anything().inScope("urn:scope:b");

      assertThat(get(DirectedProbe.ask(caller, address, matching, LONG)).matches())
          .containsExactly(device.target());
      assertThat(get(DirectedProbe.ask(caller, address, other, LONG)).matches()).isEmpty();
      device.setScopes(List.of("urn:scope:b"));
      assertThat(get(DirectedProbe.ask(caller, address, other, LONG)).matches()).hasSize(1);
    }
  }

  @Test
  void itSaysHelloAgainWhenItChangesAndByeWhenItGoes() throws Exception {
    DiscoverySettings settings = DiscoverySettings.loopback().withEventLoops(loops);
    BlockingQueue<DiscoveredTarget> seen = new LinkedBlockingQueue<>();
    try (Discovery client = Discovery.open(settings);
        Discovery own = Discovery.open(settings)) {
      client.listen(
          sighting -> {
            if (sighting.target().endpointReference().equals(reference.address())
                && sighting.kind() != DiscoveredTarget.Kind.PROBE_MATCH) {
              seen.add(sighting);
            }
          });
      Device device = device().discovery(own).start();
      Target first = next(seen, DiscoveredTarget.Kind.HELLO);
      assertThat(first.scopes()).containsExactly("urn:scope:a");
      assertThat(first.xAddrs()).isEqualTo(device.target().xAddrs());
      device.setScopes(List.of("urn:scope:b"));
      Target second = next(seen, DiscoveredTarget.Kind.HELLO);
      assertThat(second.scopes()).containsExactly("urn:scope:b");
      assertThat(second.metadataVersion()).isGreaterThan(first.metadataVersion());
      CompletableFuture<Target> match = new CompletableFuture<>();
      client.probe(
          Probe.anything().inScope("urn:scope:b"),
          LONG,
          target -> {
            if (target.endpointReference().equals(reference.address())) {
              match.complete(target);
            }
          });
      assertThat(get(match)).isEqualTo(second);
      device.close();
      device.close();
      next(seen, DiscoveredTarget.Kind.BYE);
    }
  }

  @Test
  void severalDevicesLiveInOneJvm() throws Exception {
    Device first = device().start();
    try (Device second =
        Device.builder(UUID.randomUUID()).model(MODEL).device(DEVICE).eventLoops(loops).start()) {
      assertThat(first.address().getPort()).isNotEqualTo(second.address().getPort());
      first.close();
      URI address = second.target().xAddrs().get(0);
      EndpointReference other = new EndpointReference(second.target().endpointReference());
      assertThat(get(explorer.device(other, address, LONG)).hosted()).isEmpty();
    }
  }

  @Test
  void whatListensEverywhereNamesRealAddresses() throws IOException {
    try (Device device = device().address(new InetSocketAddress("0.0.0.0", 0)).start()) {
      assertThat(device.target().xAddrs()).isNotEmpty();
      assertThat(device.target().xAddrs())
          .allSatisfy(address -> assertThat(address.getHost()).isNotEqualTo("0.0.0.0"));
    }
  }

  @Test
  void metadataIsValidByTheStandardsSchemas() {
    Relationship relationship =
        new Relationship(
            new Relationship.Host(reference.address(), List.of(DpwsNames.DEVICE_TYPE, TYPE)),
            List.of(
                new Relationship.Hosted(
                    List.of(URI.create("http://[::1]:8080/Echo")), List.of(PORT_TYPE), "Echo")));
    Metadata all =
        new Metadata(
            List.of(
                MODEL,
                DEVICE,
                ThisModel.of("A", "B"),
                relationship,
                new WsdlLocation(URI.create("http://127.0.0.1/a.wsdl"))));

    assertValid(all, MetadataCodec::write);
    assertValid(Optional.of("urn:d"), MetadataOperations.GET_METADATA_OPERATION.requestWriter());
    assertValid(Optional.empty(), MetadataOperations.GET_METADATA_OPERATION.requestWriter());
  }

  @Test
  void whatIsNotADeviceIsRefusedWithTheReason() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Device.builder(id).start())
        .withMessageContaining("needs its model");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> device().service(echo()).start())
        .withMessageContaining("two services named Echo");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> device().scope("white space").start())
        .withMessageContaining("white space");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostedService.builder("x").build())
        .withMessageContaining("service x needs a port type");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ThisDevice("x".repeat(257), null, null))
        .withMessageContaining("friendly name has 257 bytes, DPWS allows 256");
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (Device device = device().start()) {
      assertThatThrownBy(() -> device().address(device.address()).start())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on");
    }
  }

  private Device.Builder device() {
    return Device.builder(id)
        .type(TYPE)
        .scope("urn:scope:a")
        .model(MODEL)
        .device(DEVICE)
        .eventLoops(loops)
        .service(echo());
  }

  private static HostedService echo() {
    return HostedService.builder("Echo")
        .portType(PORT_TYPE)
        .operation(Echo.OPERATION, (text, exchange) -> exchange.answer(text))
        .wsdl("echo.wsdl", document("<wsdl/>"))
        .document("echo.xsd", document("<schema/>"))
        .build();
  }

  private static HttpResource document(String text) {
    return HttpResource.of(HttpResource.XML, text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> dialects(URI address, String dialect) throws Exception {
    return get(
            caller.call(
                address, MetadataOperations.GET_METADATA_OPERATION, Optional.of(dialect), LONG))
        .sections()
        .stream()
        .map(MetadataSection::dialect)
        .toList();
  }

  private static Target next(BlockingQueue<DiscoveredTarget> seen, DiscoveredTarget.Kind kind)
      throws InterruptedException {
    DiscoveredTarget sighting = seen.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(sighting).isNotNull();
    assertThat(sighting.kind()).isEqualTo(kind);
    return sighting.target();
  }

  private static <T> void assertValid(T value, BodyWriter<T> writer) {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.write(out, SoapHeader.request("urn:a", "urn:id", "urn:to"), writer, value);
    SchemaValidation.assertValid(ByteBufUtil.getBytes(out));
  }

  private static String download(URI uri) throws IOException {
    try (InputStream in = uri.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }
}
