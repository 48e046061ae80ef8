package dev.flotilla.dpws.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.SchemaValidation;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class SoapMessagesTest {
  private static final XmlElement BODY = XmlElement.of("urn:test", "t", "body");

  @Test
  void everyFaultIsValidByTheSchemasAndComesBackAsItWas() throws Exception {
    for (SoapFault fault :
        List.of(
            SoapFault.sender("wrong & <bad>"),
            SoapFault.receiver("later"),
            SoapFault.actionNotSupported("urn:a"),
            SoapFault.headerRequired("Action"),
            SoapFault.headerRepeated("To"),
            SoapFault.onlyAnonymousReplies("http://x/"),
            SoapFault.of(SoapFaultCode.MUST_UNDERSTAND, null, "x"),
            SoapFault.of(SoapFaultCode.VERSION_MISMATCH, null, "x"),
            SoapFault.of(SoapFaultCode.DATA_ENCODING_UNKNOWN, null, "x"),
            new SoapFault(
                SoapFaultCode.SENDER,
                List.of(new QName("urn:f", "busy")),
                "busy",
                new SoapFault.Detail(new QName("urn:f", "wait"), "10")))) {
      ByteBuf out = Unpooled.buffer();
      SoapWriter.writeFault(out, fault, "urn:id:1");
      SchemaValidation.assertValid(ByteBufUtil.getBytes(out));

      SoapReader in = SoapReader.open(XmlReader.of(out, XmlLimits.DEFAULT));
      assertThat(in.header().relatesTo()).isEqualTo("urn:id:1");
      assertThat(in.header().action()).isEqualTo(fault.action());
      assertThat(in.isFault()).isTrue();
      assertThat(in.fault()).isEqualTo(fault);
    }
  }

  @Test
  void faultsHaveTheActionOfTheStandardThatDefinesThem() {
    assertThat(SoapFault.actionNotSupported("urn:a").action()).isEqualTo(Addressing.FAULT_ACTION);
    assertThat(SoapFault.sender("x").action()).isEqualTo(Addressing.SOAP_FAULT_ACTION);
    String dpws = "http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01";
    QName filter = new QName(dpws, "FilterActionNotSupported");
    assertThat(SoapFault.of(SoapFaultCode.SENDER, filter, "x").action()).isEqualTo(dpws + "/fault");
    assertThat(SoapFault.of(SoapFaultCode.SENDER, new QName("urn:own", "x"), "x").action())
        .isEqualTo(Addressing.SOAP_FAULT_ACTION);
  }

  @Test
  void everyHeaderIsValidByTheSchemasAndComesBackAsItWas() throws Exception {
    for (SoapHeader header :
        List.of(
            SoapHeader.request("urn:a", "urn:id:1", "http://h/"),
            SoapHeader.response("urn:a", "urn:id:1"),
            SoapHeader.response("urn:a", null),
            new SoapHeader("urn:a", "urn:b", "urn:c", "urn:d", "urn:e", "urn:f"))) {
      ByteBuf out = Unpooled.buffer();
      SoapWriter.write(out, header, (text, xml) -> xml.element(BODY, text), "hello");
      SchemaValidation.assertValid(ByteBufUtil.getBytes(out));

      SoapReader in = SoapReader.open(XmlReader.of(out, XmlLimits.DEFAULT));
      assertThat(in.header()).isEqualTo(header);
      assertThat(in.isFault()).isFalse();
      assertThat(in.body(XmlReader::text)).isEqualTo("hello");
    }
  }

  @Test
  void aUriInAHeaderIsAtMostAsLongAsDpwsAllows() throws Exception {
    String longest = "u".repeat(2_048);
    for (String name : List.of("MessageID", "RelatesTo", "To", "Action")) {
      open(header(name, longest));

      assertThatThrownBy(() -> open(header(name, longest + "u")))
          .as(name)
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("has 2049 characters")
          .hasMessageContaining("at most 2048");
    }
  }

  private static String header(String name, String text) {
    String action = name.equals("Action") ? "" : "<a:Action>urn:a</a:Action>";
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:a='%s'><s:Header>%s<a:%s>%s</a:%s></s:Header><s:Body/></s:Envelope>"
        .formatted(Addressing.NAMESPACE, action, name, text, name);
  }

  private static void open(String document) throws Exception {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    SoapReader unused = SoapReader.open(XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT));
  }

  @Test
  void anEmptyBodyIsReadAndWritten() throws Exception {
    ByteBuf out = Unpooled.buffer();
    SoapHeader header = SoapHeader.request("urn:a", "urn:id:1", "urn:to");
    SoapWriter.write(out, header, EmptyBody.WRITER, EmptyBody.EMPTY);
    SchemaValidation.assertValid(ByteBufUtil.getBytes(out));

    SoapReader in = SoapReader.open(XmlReader.of(out, XmlLimits.DEFAULT));
    assertThat(in.body(EmptyBody.READER)).isEqualTo(EmptyBody.EMPTY);
  }

  @Test
  void messageIdsAreDifferentVersionFourUuids() {
    MessageIds ids = new MessageIds(1);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String id = ids.next();
      assertThat(id).matches("urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*");
      assertThat(seen.add(id)).isTrue();
    }
  }

  @Test
  void anOperationNeedsItsActions() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Operation<>(
                    "",
                    "urn:r",
                    EmptyBody.READER,
                    EmptyBody.WRITER,
                    EmptyBody.READER,
                    EmptyBody.WRITER))
        .withMessageContaining("needs an action");
  }
}
