package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.SchemaValidation;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.testing.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class DirectedProbeTest {
  private final List<ProbeMatches> answers = new ArrayList<>();
  private final List<SoapFault> faults = new ArrayList<>();

  @Test
  void deviceAnswersWithItselfOrWithNoMatch() {
    ask(Probe.anything().ofType(Samples.LAMP));
    ask(Probe.anything().inScope("urn:wrong"));
    assertThat(answers)
        .containsExactly(new ProbeMatches(List.of(Samples.lamp(1))), new ProbeMatches(List.of()));
  }

  @Test
  void deviceIsProbedOverHttp() throws Exception {
    SoapService service =
        SoapService.builder()
            .operation(DirectedProbe.OPERATION, DirectedProbe.handler(() -> Samples.lamp(1)))
            .build();
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (EventLoops loops = EventLoops.start(1, "test");
        HttpEndpoint endpoint = HttpEndpoint.open(loops, anyPort, HttpLimits.DEFAULT);
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      endpoint.serve("/device", service);
      URI address = URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/device");
      Probe probe = Probe.anything().ofType(Samples.LAMP).inScope(Samples.KITCHEN);
      assertThat(
              DirectedProbe.ask(caller, address, probe, Await.limit())
                  .toCompletableFuture()
                  .get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo(new ProbeMatches(List.of(Samples.lamp(1))));
    }
  }

  @Test
  void ruleThatIsNotKnownIsAFaultThatNamesTheKnownOnes() {
    ask(new Probe(List.of(), List.of("urn:a"), "urn:rule"));
    SoapFault fault = faults.get(0);
    assertThat(fault.subcode().getLocalPart()).isEqualTo("MatchingRuleNotSupported");
    assertThat(fault.action()).isEqualTo(Namespaces.DISCOVERY + "/fault");
    assertThat(fault.detail().text()).contains(ScopeRule.RFC_3986.uri(), ScopeRule.NONE.uri());
    ByteBuf buffer = Unpooled.buffer();
    SoapWriter.writeFault(buffer, fault, "urn:m");
    SchemaValidation.assertValid(ByteBufUtil.getBytes(buffer));
  }

  @Test
  void messagesAreReadAsWritten() throws Exception {
    Probe probe = Probe.anything().ofType(Samples.LAMP).inScope(ScopeRule.STRCMP_0, "urn:a");
    assertThat(
            passed(
                probe,
                DirectedProbe.OPERATION.requestWriter(),
                DirectedProbe.OPERATION.requestReader()))
        .isEqualTo(probe);
    ProbeMatches matches = new ProbeMatches(List.of(Samples.lamp(1)));
    assertThat(
            passed(
                matches,
                DirectedProbe.OPERATION.responseWriter(),
                DirectedProbe.OPERATION.responseReader()))
        .isEqualTo(matches);
  }

  @Test
  void valueOutOfItsRangeIsTheSendersFault() {
    BodyWriter<String> tooLong =
        (scope, out) ->
            out.open(MessageCodec.PROBE)
                .element(MessageCodec.PROBE.sibling("Scopes"), scope)
                .close(MessageCodec.PROBE);
    assertThatThrownBy(
            () -> passed("x".repeat(9_999), tooLong, DirectedProbe.OPERATION.requestReader()))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("2048");
  }

  private void ask(Probe probe) {
    DirectedProbe.handler(() -> Samples.lamp(1))
        .handle(
            probe,
            new Exchange<>() {
              @Override
              public void answer(ProbeMatches response) {
                answers.add(response);
              }

              @Override
              public void fault(SoapFault fault) {
                faults.add(fault);
              }

              @Override
              public SoapHeader header() {
                throw new UnsupportedOperationException();
              }

              @Override
              public InetSocketAddress remoteAddress() {
                throw new UnsupportedOperationException();
              }

              @Override
              public InetSocketAddress localAddress() {
                throw new UnsupportedOperationException();
              }
            });
  }

  private static <T, R> R passed(T value, BodyWriter<T> writer, BodyReader<R> reader)
      throws Exception {
    ByteBuf buffer = Unpooled.buffer();
    SoapWriter.write(buffer, SoapHeader.request("urn:a", "urn:m", "urn:to"), writer, value);
    SchemaValidation.assertValid(ByteBufUtil.getBytes(buffer));
    return SoapReader.open(XmlReader.of(buffer, XmlLimits.DEFAULT)).body(reader);
  }
}
