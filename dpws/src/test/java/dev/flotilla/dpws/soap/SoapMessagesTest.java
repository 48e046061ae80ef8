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
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class SoapMessagesTest {
  private static final XmlElement BODY = XmlElement.of("urn:test", "t", "body");
  private static final List<ReferenceParameter> PARAMETERS =
      List.of(
          ReferenceParameter.of(BODY.sibling("room"), "kitchen & <hall>"),
          new ReferenceParameter(new QName("urn:other", "key"), ""));

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
  void aFaultNamesTheBlocksThatAreNotUnderstood() throws Exception {
    QName block = new QName("urn:x & <y>", "security");
    ByteBuf out = Unpooled.buffer();
    SoapWriter.writeFault(
        out, SoapFault.notUnderstood(List.of(block, new QName("urn:z", "\u00e9"))), "urn:id:1");
    byte[] envelope = ByteBufUtil.getBytes(out);
    SchemaValidation.assertValid(envelope);

    assertThat(new String(envelope, StandardCharsets.UTF_8))
        .contains("<s12:NotUnderstood xmlns:n=\"urn:x &amp; &lt;y&gt;\" qname=\"n:security\"/>")
        .contains("<s12:NotUnderstood xmlns:n=\"urn:z\" qname=\"n:\u00e9\"/>")
        .doesNotContain("Upgrade");
  }

  @Test
  void aFaultOfTheVersionNamesTheEnvelopeThatIsUnderstood() throws Exception {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.writeFault(out, SoapFault.of(SoapFaultCode.VERSION_MISMATCH, null, "x"), "urn:id:1");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("<s12:Upgrade><s12:SupportedEnvelope qname=\"s12:Envelope\"/></s12:Upgrade>");
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
            new SoapHeader(
                "urn:a",
                "urn:b",
                "urn:c",
                "urn:d",
                new EndpointReference("urn:e"),
                new EndpointReference("urn:f", PARAMETERS),
                List.of()),
            new SoapHeader("urn:a", "urn:b", null, "urn:d", null, null, PARAMETERS))) {
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
  void anEndpointReferenceComesBackWithItsParameters() throws Exception {
    EndpointReference reference = new EndpointReference("http://h/", PARAMETERS);
    ByteBuf out = Unpooled.buffer();
    SoapHeader header = SoapHeader.request("urn:a", "urn:id:1", "urn:to");
    SoapWriter.write(
        out, header, (value, xml) -> value.write(Addressing.ENDPOINT_REFERENCE, xml), reference);
    SchemaValidation.assertValid(ByteBufUtil.getBytes(out));

    assertThat(
            SoapReader.open(XmlReader.of(out, XmlLimits.DEFAULT))
                .body(EndpointReference::readWithParameters))
        .isEqualTo(reference);
    assertThat(SoapReader.open(XmlReader.of(out, XmlLimits.DEFAULT)).body(EndpointReference::read))
        .isEqualTo(new EndpointReference("http://h/"));
  }

  @Test
  void aParameterOfAStrangerIsBounded() {
    String text = "<p xmlns='urn:p'>%s</p>";
    assertRefused(text.formatted("x").repeat(9), "more than 8 reference parameters");
    assertRefused(text.formatted("x".repeat(1_025)), "value of a reference parameter has 1025");
    assertRefused(text.formatted("<q/>"), "only text is supported");
    assertRefused("<p xmlns=''>x</p>", "needs a namespace");
    assertRefused("<a:Action>urn:x</a:Action>", "needs a namespace other than");
    assertRefused(
        "<s:p xmlns:s='http://www.w3.org/2003/05/soap-envelope'/>", "needs a namespace other than");
    assertRefused("<p\u00e9 xmlns='urn:p'/>", "is not an ASCII XML name");
    assertRefused("<p xmlns='urn:" + "p".repeat(300) + "'/>", "namespace of a reference parameter");
  }

  @Test
  void aHeaderBlockThatIsNoParameterOfOursIsSkipped() throws Exception {
    String block = "<p xmlns='urn:p' a:IsReferenceParameter='%s'>%s</p>";
    String header = block.formatted("true", "<q/>") + block.formatted("false", "no");
    assertThat(parametersOf(header)).isEmpty();
    assertThat(parametersOf(block.formatted("1", "x".repeat(1_025)))).isEmpty();
    assertThat(parametersOf("<p a:IsReferenceParameter='1'>no namespace</p>")).isEmpty();
    assertThat(parametersOf(block.formatted("1", "yes").repeat(20))).hasSize(8);
    SoapHeader both = headerOf(block.formatted("true", "1") + block.formatted("true", "2"));
    assertThat(both.parameter(new QName("urn:p", "p"))).contains("1");
    assertThat(both.parameter(new QName("urn:p", "q"))).isEmpty();
  }

  @Test
  void aMandatoryParameterIsNotUnderstood() {
    String block =
        "<p xmlns='urn:p' xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
            + " a:IsReferenceParameter='1' s:mustUnderstand='1'/>";
    assertThatThrownBy(() -> headerOf(block))
        .isInstanceOf(SoapFaultException.class)
        .hasMessageContaining("mandatory: the header block {urn:p}p");
  }

  private static List<ReferenceParameter> parametersOf(String blocks) throws Exception {
    return headerOf(blocks).parameters();
  }

  private static SoapHeader headerOf(String blocks) throws Exception {
    String document =
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:a='%s'><s:Header><a:Action>urn:a</a:Action>%s</s:Header><s:Body/></s:Envelope>"
            .formatted(Addressing.NAMESPACE, blocks);
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    return SoapReader.open(XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT)).header();
  }

  private static void assertRefused(String parameters, String reason) {
    String document =
        "<a:E xmlns:a='%s'><a:Address>urn:x</a:Address><a:ReferenceParameters>%s</a:ReferenceParameters></a:E>"
            .formatted(Addressing.NAMESPACE, parameters);
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () ->
                EndpointReference.readWithParameters(
                    XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT)))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void anAddressOfAStrangerIsBounded() {
    String document =
        "<a:E xmlns:a='%s'><a:Address>urn:%s</a:Address></a:E>"
            .formatted(Addressing.NAMESPACE, "x".repeat(2_045));
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () ->
                EndpointReference.readWithParameters(
                    XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT)))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("an address has 2049 characters");
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
