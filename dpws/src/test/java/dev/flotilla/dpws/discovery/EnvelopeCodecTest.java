package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.SchemaValidation;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Hello;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import dev.flotilla.dpws.discovery.DiscoveryMessage.ResolveMatches;
import dev.flotilla.dpws.xml.XmlException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeCodecTest {
  private static final String ID = "urn:uuid:00000000-0000-4000-8000-00000000beef";
  private static final AppSequence SEQUENCE = new AppSequence(0xFFFF_FFFFL, "urn:seq:1", 3);

  static Stream<Envelope> messages() {
    Target lamp = Samples.lamp(1);
    Target bare = Target.of("urn:uuid:1");
    Probe byRule =
        Probe.anything()
            .ofType(Samples.LAMP, new QName("urn:other", "Lamp"), new QName("Local"))
            .inScope(ScopeRule.STRCMP_0, "urn:a&b", "http://x/%C3%A9");
    return Stream.of(
        announcement(new Hello(lamp)),
        announcement(new Hello(bare)),
        announcement(new Bye(bare)),
        new Envelope(ID, null, null, Probe.anything()),
        new Envelope(ID, null, null, byRule),
        new Envelope(ID, null, null, Probe.anything().inScope(ScopeRule.NONE)),
        new Envelope(ID, null, null, new Resolve(lamp.endpointReference())),
        answer(new ProbeMatches(List.of(lamp, bare))),
        answer(new ProbeMatches(List.of())),
        answer(new ResolveMatches(Optional.of(lamp))),
        answer(new ResolveMatches(Optional.empty())));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void readsWhatItWrites(Envelope envelope) throws XmlException {
    assertThat(EnvelopeCodec.read(EnvelopeCodec.write(envelope))).isEqualTo(envelope);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void writesWhatTheStandardsSchemasAccept(Envelope envelope) {
    SchemaValidation.assertValid(EnvelopeCodec.write(envelope));
  }

  @ParameterizedTest
  @CsvSource({
    "1732392000123, 1732392000123",
    "9223372036854775807, 9223372036854775807",
    "18446744073709551615, 9223372036854775807",
    "00000000000000000000000000001, 1"
  })
  void anInstanceIdBeyond32BitsIsRead(String sent, long read) throws XmlException {
    String hello = text(announcement(new Hello(Samples.lamp(1))));
    String large = hello.replace("InstanceId=\"4294967295\"", "InstanceId=\"" + sent + "\"");
    AppSequence sequence = EnvelopeCodec.read(bytes(large)).sequence();
    assertThat(sequence).isEqualTo(new AppSequence(read, "urn:seq:1", 3));
  }

  @Test
  void schemasWouldNoticeAHelloWithoutVersion() {
    String hello = text(announcement(new Hello(Samples.lamp(1))));
    String broken = hello.replaceAll("<wsd:MetadataVersion>.*</wsd:MetadataVersion>", "");
    assertThat(SchemaValidation.complaint(bytes(broken))).isPresent();
  }

  @Test
  void announcementsAreAddressedToAllAndAnswersToWhoeverAsked() {
    assertThat(text(announcement(new Hello(Samples.lamp(1)))))
        .contains(">urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01<")
        .contains(">http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/Hello<");
    assertThat(text(answer(new ProbeMatches(List.of()))))
        .contains(">http://www.w3.org/2005/08/addressing/anonymous<")
        .contains(">http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/ProbeMatches<");
  }

  @Test
  void readsForeignPrefixesExtensionsAndHeadersThatNeedNotBeUnderstood() throws XmlException {
    String probe =
        """
        <?xml version="1.0"?><!-- from elsewhere -->
        <E:Envelope xmlns:E="http://www.w3.org/2003/05/soap-envelope"
            xmlns:x="http://www.w3.org/2005/08/addressing">
          <E:Header>
            <x:To E:mustUnderstand="1">urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01</x:To>
            <x:ReplyTo><x:Address>http://10.0.0.1:80/victim</x:Address></x:ReplyTo>
            <n:New xmlns:n="urn:n"><n:Deep/></n:New>
            <x:Action>http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/Probe</x:Action>
            <x:MessageID> urn:m:1 </x:MessageID>
          </E:Header>
          <E:Body>
            <Probe xmlns="http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01" foo="bar">
              <Types xmlns:l="urn:test:lamps">
                l:Lamp
              </Types>
              <Scopes>  urn:a
                urn:b </Scopes>
              <e:More xmlns:e="urn:e">text</e:More>
            </Probe>
          </E:Body>
        </E:Envelope>
        """;
    assertThat(EnvelopeCodec.read(bytes(probe)))
        .isEqualTo(
            new Envelope(
                "urn:m:1",
                null,
                null,
                Probe.anything().ofType(Samples.LAMP).inScope("urn:a", "urn:b")));
  }

  @Test
  void leavesOutAddressesThatCannotBeCalled() throws XmlException {
    String hello = text(announcement(new Hello(Samples.lamp(1))));
    String odd = hello.replace("http://127.0.0.1:8080/lamp/1", "http://[bad relative/x urn:ok");
    Hello read = (Hello) EnvelopeCodec.read(bytes(odd)).message();
    assertThat(read.target().xAddrs()).extracting(Object::toString).containsExactly("urn:ok");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "<a/>",
        "REPLACE InstanceId=\"4294967295\" WITH InstanceId=\"-1\"",
        "REPLACE InstanceId=\"4294967295\" WITH InstanceId=\"many\"",
        "REPLACE InstanceId=\"4294967295\" WITH ",
        "REPLACE >7< WITH >-1<",
        "REPLACE >7< WITH >99999999999999999999<",
        "REPLACE 01/Hello< WITH 01/Bye<",
        "REPLACE </s12:Envelope> WITH ",
        "REPLACE </s12:Envelope> WITH </s12:Envelope><again/>",
        "REPLACE <s12:Header> WITH <s12:Header><x xmlns=\"urn:x\" s12:mustUnderstand=\"true\"/>",
        "REPLACE <s12:Envelope WITH <!DOCTYPE a [<!ENTITY e \"e\">]><s12:Envelope",
        "REPLACE urn:test:group:a WITH &e;",
        "REPLACE >urn:uuid:00000000-0000-4000-8000-00000000beef< WITH ><",
        "REPLACE :MessageID> WITH :MessageId>",
        "REPLACE UTF-8 WITH UTF\u001c8",
      })
  void refusesWhatIsNoMessage(String broken) {
    String document = broken;
    if (broken.startsWith("REPLACE ")) {
      String[] change = broken.substring("REPLACE ".length()).split(" WITH ", 2);
      String hello = text(announcement(new Hello(Samples.lamp(1))));
      assertThat(hello).contains(change[0]);
      document = hello.replace(change[0], change[1]);
    }
    byte[] datagram = bytes(document);
    assertThatThrownBy(() -> EnvelopeCodec.read(datagram)).isInstanceOf(XmlException.class);
  }

  private static Envelope announcement(DiscoveryMessage message) {
    return new Envelope(ID, null, SEQUENCE, message);
  }

  private static Envelope answer(DiscoveryMessage message) {
    return new Envelope(ID, "urn:question", new AppSequence(1, null, 1), message);
  }

  private static String text(Envelope envelope) {
    return new String(EnvelopeCodec.write(envelope), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
