package dev.flotilla.dpws.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class XmlRoundTripTest {
  private static final XmlElement ROOT = XmlElement.of("urn:one", "o", "root");
  private static final XmlElement ITEM = ROOT.sibling("item");
  private static final XmlElement OTHER = XmlElement.of("urn:two", "t", "other");

  @Test
  void aNamespaceIsDeclaredWhereItIsFirstNeeded() {
    String written =
        written(
            out ->
                out.open(ROOT)
                    .element(ITEM, "a")
                    .element(OTHER, 1)
                    .open(OTHER)
                    .element(OTHER, true)
                    .close(OTHER)
                    .element(OTHER, false)
                    .close(ROOT));

    assertThat(written)
        .isEqualTo(
            "<o:root xmlns:o=\"urn:one\"><o:item>a</o:item>"
                + "<t:other xmlns:t=\"urn:two\">1</t:other>"
                + "<t:other xmlns:t=\"urn:two\"><t:other>true</t:other></t:other>"
                + "<t:other xmlns:t=\"urn:two\">false</t:other></o:root>");
  }

  @Test
  void anArrayMayHoldMoreThanTheDocument() throws XmlException {
    byte[] document = bytes(out -> out.open(ROOT).element(OTHER, "x").close(ROOT));
    byte[] larger = new byte[document.length + 20];
    System.arraycopy(document, 0, larger, 10, document.length);

    XmlReader in = XmlReader.of(larger, 10, document.length, XmlLimits.DEFAULT);

    assertThat(in.nextChild()).isTrue();
    assertThat(in.text()).isEqualTo("x");
    assertThat(in.nextChild()).isFalse();
    in.finish();
  }

  @Test
  void aNamespaceDeclaredInAdvanceIsNotRepeated() {
    String written =
        written(
            out ->
                out.open(ROOT)
                    .declare(OTHER)
                    .element(OTHER, "x")
                    .open(ITEM)
                    .close(ITEM)
                    .close(ROOT));

    assertThat(written)
        .isEqualTo(
            "<o:root xmlns:o=\"urn:one\" xmlns:t=\"urn:two\"><t:other>x</t:other><o:item/></o:root>");
  }

  @Test
  void aPrefixThatMeansSomethingElseInsideIsDeclaredAnew() throws XmlException {
    XmlElement shadow = XmlElement.of("urn:three", "o", "shadow");
    byte[] document =
        bytes(out -> out.open(ROOT).open(shadow).element(ITEM, "deep").close(shadow).close(ROOT));

    XmlReader in = reader(document);
    assertThat(in.is(ROOT)).isTrue();
    assertThat(in.nextChild()).isTrue();
    assertThat(in.is(shadow)).isTrue();
    assertThat(in.nextChild()).isTrue();
    assertThat(in.is(ITEM)).isTrue();
    assertThat(in.text()).isEqualTo("deep");
  }

  @Test
  void textComesBackAsItWasWhateverItHolds() throws XmlException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      String text = randomText(random);
      byte[] document =
          bytes(out -> out.open(ROOT).attribute("a", text).element(ITEM, text).close(ROOT));

      XmlReader in = reader(document);
      assertThat(in.attribute("", "a")).as("attribute, seed %d", seed).isEqualTo(text);
      assertThat(in.nextChild()).isTrue();
      assertThat(in.text()).as("text, seed %d", seed).isEqualTo(text);
      in.finish();
    }
  }

  @Test
  void utf8ComesBackAsItWas() throws XmlException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      byte[] text = randomText(random).getBytes(UTF_8);
      assertThat(XmlText.isCarriable(text)).as("seed %d", seed).isTrue();

      XmlReader in = reader(bytes(out -> out.utf8(ITEM, text)));
      assertThat(in.utf8()).as("seed %d", seed).isEqualTo(text);
    }
  }

  @Test
  void bytesComeBackAsTheyWereInBase64() throws XmlException {
    Random random = new Random(1);
    for (int length = 0; length < 100; length++) {
      byte[] content = new byte[length];
      random.nextBytes(content);
      byte[] document = bytes(out -> out.base64(ITEM, content));

      assertThat(new String(document, UTF_8))
          .contains(">" + java.util.Base64.getEncoder().encodeToString(content) + "<");
      assertThat(reader(document).base64()).isEqualTo(content);
    }
  }

  @Test
  void numbersComeBackAsTheyWere() throws XmlException {
    for (long number :
        new long[] {
          0, 1, 9, 10, -1, 99, 100, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE
        }) {
      byte[] document = bytes(out -> out.element(ITEM, number));
      assertThat(new String(document, UTF_8)).contains(">" + number + "<");
      assertThat(reader(document).longValue()).isEqualTo(number);
    }
  }

  @Test
  void namesComeBackWithTheirNamespaces() throws XmlException {
    List<QName> names =
        List.of(new QName("urn:a", "x"), new QName("urn:b", "y"), new QName("urn:a", "z"));

    assertThat(reader(bytes(out -> out.names(ITEM, names))).names()).isEqualTo(names);
  }

  @Test
  void textThatXmlCannotCarryIsRefusedWithItsPlace() {
    for (String bad : List.of("a\u0000", "\u001f", "x\ud800y", "\udc00", "\uffff", "é\u0001")) {
      assertThat(XmlText.isCarriable(bad)).isFalse();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> written(out -> out.element(ITEM, bad)))
          .withMessageContaining("send it as base64");
    }
  }

  @Test
  void malformedUtf8IsNotCarriable() {
    assertThat(XmlText.isCarriable(new byte[] {(byte) 0xC0, (byte) 0x80})).isFalse();
    assertThat(XmlText.isCarriable(new byte[] {(byte) 0xE0, (byte) 0x80, (byte) 0x80})).isFalse();
    assertThat(XmlText.isCarriable(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})).isFalse();
    assertThat(XmlText.isCarriable(new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80}))
        .isFalse();
    assertThat(XmlText.isCarriable(new byte[] {(byte) 0xC3})).isFalse();
    assertThat(XmlText.isCarriable("grün €😀".getBytes(UTF_8))).isTrue();
  }

  @Test
  void misuseOfTheWriterIsRefused() {
    assertThatIllegalStateException().isThrownBy(() -> written(out -> out.open(ROOT).close(ITEM)));
    assertThatIllegalStateException()
        .isThrownBy(() -> written(out -> out.open(ROOT).text("x").attribute("a", "b")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> XmlElement.of("urn:x", "p", "no space"))
        .withMessageContaining("no space");
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(60);
    String special = "<>&\"'\r\n\t ]]>éß€\u2028😀abc=;#x0";
    for (int i = 0; i < length; i++) {
      int at = random.nextInt(special.length());
      text.appendCodePoint(
          special.codePointAt(Character.isLowSurrogate(special.charAt(at)) ? at - 1 : at));
    }
    return text.toString();
  }

  private static XmlReader reader(byte[] document) throws XmlException {
    return XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
  }

  private static String written(Consumer<XmlWriter> content) {
    return new String(bytes(content), UTF_8);
  }

  private static byte[] bytes(Consumer<XmlWriter> content) {
    ByteBuf buffer = Unpooled.buffer(1);
    XmlWriter writer = XmlWriter.on(buffer);
    content.accept(writer);
    writer.flush();
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }
}
