package dev.flotilla.dpws.exi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExiEncodingTest {
  private static final int MAX_XML_BYTES = 1 << 16;
  private static final int ROUNDS = 2_000;
  private static final ExiSchema SCHEMA =
      new ExiSchema(
          "app.xsd",
          "urn:app",
          """
          <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:app"
              elementFormDefault="qualified">
            <xs:element name="Put">
              <xs:complexType>
                <xs:sequence>
                  <xs:element name="number" type="xs:positiveInteger"/>
                  <xs:element name="data" type="xs:base64Binary"/>
                  <xs:element name="text" type="xs:string"/>
                </xs:sequence>
              </xs:complexType>
            </xs:element>
          </xs:schema>
          """);
  private static final ExiEncoding EXI = ExiEncoding.of(List.of(SCHEMA));

  @Test
  void anEnvelopeIsSmallerAndComesBack() throws Exception {
    byte[] xml = envelope("7", "AAECAwQF", "a &lt; b &amp; \u00e9\u2028 \ud83d\ude00 &#13;\n");
    byte[] encoded = EXI.encode(xml, 0, xml.length);
    assertThat(encoded.length).isLessThan(xml.length / 2);
    byte[] decoded = EXI.decode(encoded, encoded.length, MAX_XML_BYTES);
    assertThat(text(decoded)).isEqualTo(text(xml));
  }

  @Test
  void aValueAgainstTheSchemaIsWrittenAsText() throws Exception {
    byte[] xml = envelope("seven", "%", "");
    byte[] encoded = EXI.encode(xml, 0, xml.length);
    assertThat(text(EXI.decode(encoded, encoded.length, MAX_XML_BYTES))).isEqualTo(text(xml));
  }

  @Test
  void anElementThatNoSchemaKnowsComesBack() throws Exception {
    byte[] xml =
        bytes(
            "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body>"
                + "<x:Other xmlns:x='urn:x' a='1'>text</x:Other></s:Body></s:Envelope>");
    byte[] encoded = EXI.encode(xml, 0, xml.length);
    assertThat(
            new String(EXI.decode(encoded, encoded.length, MAX_XML_BYTES), StandardCharsets.UTF_8))
        .contains("urn:x", "a=\"1\"", ">text<");
  }

  @Test
  void otherSchemasHaveAnotherContentType() {
    ExiSchema other = new ExiSchema("app.xsd", "urn:app", SCHEMA.text().replace("Put", "Get"));
    assertThat(ExiEncoding.of(List.of(other)).contentType())
        .startsWith("application/exi;schema=")
        .isNotEqualTo(EXI.contentType());
    assertThat(ExiEncoding.of(List.of(SCHEMA)).contentType()).isEqualTo(EXI.contentType());
  }

  @Test
  void aMessageThatWouldGrowBeyondTheLimitIsRefused() {
    byte[] xml = envelope("7", "", "x".repeat(MAX_XML_BYTES));
    byte[] encoded = EXI.encode(xml, 0, xml.length);
    assertThatThrownBy(() -> EXI.decode(encoded, encoded.length, MAX_XML_BYTES))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("more than 65536 bytes");
  }

  /** The length of a string in it is 2^31 - 1, and a number is as long as the message. */
  @Test
  void lengthsBeyondTheMessageAreRefused() throws Exception {
    byte[] xml = envelope("7", "AAECAwQF", "xyzxyzxyz");
    byte[] whole = EXI.encode(xml, 0, xml.length);
    int refusedForLength = 0;
    for (int at = 1; at < whole.length; at++) {
      byte[] changed = Arrays.copyOf(whole, whole.length + 64);
      Arrays.fill(changed, at, at + 5, (byte) 0xff);
      Arrays.fill(changed, at + 5, changed.length, (byte) 0xff);
      try {
        EXI.decode(changed, changed.length, MAX_XML_BYTES);
      } catch (XmlException e) {
        refusedForLength += String.valueOf(e.getMessage()).contains("63 bits") ? 1 : 0;
      }
    }
    assertThat(refusedForLength).isPositive();
  }

  @Test
  void optionsInTheHeaderAreRefused() {
    byte[] xml = envelope("7", "", "");
    byte[] whole = EXI.encode(xml, 0, xml.length);
    whole[0] = (byte) 0xa0;
    assertThatThrownBy(() -> EXI.decode(whole, whole.length, MAX_XML_BYTES))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("without options");
  }

  @Test
  void aDoctypeIsNotEncoded() {
    byte[] xml = bytes("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>");
    assertThatThrownBy(() -> EXI.encode(xml, 0, xml.length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DOCTYPE");
  }

  /** Whatever the bytes are: XML that the reader then checks, or an exception in words. */
  @Test
  void changedAndShortenedMessagesAreRefusedOrXml() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    byte[] xml = envelope("7", "AAECAwQF", "some text");
    byte[] whole = EXI.encode(xml, 0, xml.length);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] changed = Arrays.copyOf(whole, random.nextInt(whole.length) + 1);
      for (int i = random.nextInt(4); i >= 0; i--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(EXI.decode(changed, changed.length, MAX_XML_BYTES).length)
            .as("seed %s, round %s", seed, round)
            .isLessThanOrEqualTo(MAX_XML_BYTES);
      } catch (XmlException e) {
        refused++;
      }
    }
    assertThat(refused).as("seed %s", seed).isPositive();
  }

  private static byte[] envelope(String number, String data, String text) {
    return bytes(
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
            + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header>"
            + "<a:Action>urn:app/Put</a:Action><a:MessageID>urn:uuid:1</a:MessageID></s:Header>"
            + "<s:Body><p:Put xmlns:p='urn:app'><p:number>%s</p:number><p:data>%s</p:data><p:text>%s</p:text></p:Put></s:Body></s:Envelope>"
                .formatted(number, data, text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The text of all leaves, as the reader of messages sees it. */
  private static String text(byte[] xml) throws XmlException {
    StringBuilder all = new StringBuilder();
    collect(XmlReader.of(xml, 0, xml.length, XmlLimits.DEFAULT), all, 0);
    return all.toString();
  }

  private static void collect(XmlReader in, StringBuilder all, int depth) throws XmlException {
    if (depth == (all.indexOf("Body") < 0 ? 2 : 3)) {
      all.append(in.text()).append('|');
      return;
    }
    all.append(in.name().getLocalPart()).append('(');
    while (in.nextChild()) {
      collect(in, all, depth + 1);
    }
    all.append(')');
  }
}
