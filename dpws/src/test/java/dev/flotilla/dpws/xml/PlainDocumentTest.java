package dev.flotilla.dpws.xml;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents in the writer's own form are read as the parser reads them, all others by it. */
class PlainDocumentTest {
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
  private static final int DOCUMENTS = 40_000;
  private static final XmlElement ROOT = XmlElement.of("urn:one", "o", "root");
  private static final XmlElement OTHER = XmlElement.of("urn:two", "t", "other");

  private static final String[] ODD = {
    " a=\"1\"",
    "\n",
    "&amp;",
    "<!--c-->",
    "<![CDATA[x]]>",
    "<?p i?>",
    "\u00e9",
    "]]>",
    ">",
    "\"",
    " xmlns:o=\"urn:one\"",
    " xmlns=\"\"",
    " xmlns:p=\"\"",
    "</o:root>",
    "<o:root>",
    "/",
    "<",
    "\t",
    " xmlns:xml=\"urn:x\"",
    " xmlns:xmlns=\"urn:x\"",
    " xmlns:o='urn:one'",
    "<x:y/>",
    "\r",
    "\u0001",
    " xmlns:q=\"http://www.w3.org/XML/1998/namespace\"",
    " xmlns:q=\"http://www.w3.org/2000/xmlns/\"",
    "<:a/>",
    "<a:/>",
    "<a:b:c/>",
    "<-a/>",
    "<a b/>",
    "< a/>",
    "<a />",
    "</ a>",
    "  xmlns:r=\"u\"",
    " xmlns:r=\"u u\"",
    " xmlns:r =\"u\"",
    "&#65;",
    "&x;",
    "<!DOCTYPE a>",
    "\u2028",
    "%",
    "<é/>"
  };

  @Test
  void plainDocumentsAreReadAsTheParserReadsThem() {
    long seed = Long.getLong("seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    int plain = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      byte[] document = document(random);
      String what = "-Dseed=" + seed + ": " + new String(document, StandardCharsets.UTF_8);
      if (PlainDocument.of(document, 0, document.length, XmlLimits.DEFAULT) != null) {
        plain++;
        assertThat(plainEvents(document)).as(what).isEqualTo(parsedEvents(document));
      }
    }
    assertThat(plain).as("-Dseed=" + seed).isBetween(DOCUMENTS / 10, DOCUMENTS - DOCUMENTS / 10);
  }

  @Test
  void whatTheWriterWritesIsPlain() throws XmlException {
    byte[] document = written("some text");

    assertThat(PlainDocument.of(document, 0, document.length, XmlLimits.DEFAULT)).isNotNull();

    XmlReader in = XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
    assertThat(in.is(ROOT)).isTrue();
    assertThat(in.nextChild()).isTrue();
    assertThat(in.is(ROOT)).isFalse();
    assertThat(in.name()).isEqualTo(OTHER.name());
    assertThat(in.text()).isEqualTo("some text");
    assertThat(in.nextChild()).isTrue();
    assertThat(in.longValue()).isEqualTo(-7);
    assertThat(in.nextChild()).isTrue();
    assertThat(in.base64()).isEqualTo(new byte[] {1, 2, 3, -1});
    assertThat(in.nextChild()).isTrue();
    assertThat(in.names()).containsExactly(OTHER.name());
    assertThat(in.nextChild()).isFalse();
    in.finish();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a&b", "a<b", "é", "a\nb", "😀"})
  void otherTextIsLeftToTheParser(String text) throws XmlException {
    byte[] document = written(text);

    assertThat(PlainDocument.of(document, 0, document.length, XmlLimits.DEFAULT)).isNull();

    XmlReader in = XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
    assertThat(in.nextChild()).isTrue();
    assertThat(in.text()).isEqualTo(text);
  }

  @Test
  void documentsAboveTheLimitsAreLeftToTheParser() {
    byte[] document = written("some text");

    assertThat(isPlain(document, new XmlLimits(2, 5, 2, 9))).isTrue();
    assertThat(isPlain(document, new XmlLimits(1, 5, 2, 9))).isFalse();
    assertThat(isPlain(document, new XmlLimits(2, 4, 2, 9))).isFalse();
    assertThat(isPlain(document, new XmlLimits(2, 5, 1, 9))).isFalse();
    assertThat(isPlain(document, new XmlLimits(2, 5, 2, 8))).isFalse();
  }

  @Test
  void manyElementsAreLeftToTheParser() throws XmlException {
    String few = DECLARATION + "<a>" + "<b/>".repeat(10_000) + "</a>";
    String many = DECLARATION + "<a>" + "<b/>".repeat(20_000) + "</a>";

    assertThat(isPlain(XmlElement.utf8(few), XmlLimits.DEFAULT)).isTrue();
    assertThat(isPlain(XmlElement.utf8(many), XmlLimits.DEFAULT)).isFalse();
    byte[] document = XmlElement.utf8(many);
    XmlReader in = XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
    int children = 0;
    while (in.nextChild()) {
      in.skip();
      children++;
    }
    assertThat(children).isEqualTo(20_000);
  }

  @Test
  void manyDeclarationsAreLeftToTheParser() {
    String one = "<b xmlns=\"u\"/>";

    assertThat(
            isPlain(
                XmlElement.utf8(DECLARATION + "<a>" + one.repeat(1_000) + "</a>"),
                XmlLimits.DEFAULT))
        .isTrue();
    assertThat(
            isPlain(
                XmlElement.utf8(DECLARATION + "<a>" + one.repeat(1_001) + "</a>"),
                XmlLimits.DEFAULT))
        .isFalse();
  }

  @Test
  void anArrayMayHoldMoreThanTheDocument() throws XmlException {
    byte[] document = written("x");
    byte[] larger = new byte[document.length + 20];
    System.arraycopy(document, 0, larger, 10, document.length);

    XmlReader in = XmlReader.of(larger, 10, document.length, XmlLimits.DEFAULT);

    assertThat(in.nextChild()).isTrue();
    assertThat(in.text()).isEqualTo("x");
    assertThat(in.fail("here").getMessage()).isEqualTo("here (line 1, column 68)");
  }

  private static boolean isPlain(byte[] document, XmlLimits limits) {
    return PlainDocument.of(document, 0, document.length, limits) != null;
  }

  private static byte[] written(String text) {
    ByteBuf buffer = Unpooled.buffer();
    XmlWriter out = XmlWriter.on(buffer).declaration();
    out.open(ROOT)
        .element(OTHER, text)
        .element(OTHER, -7)
        .base64(OTHER, new byte[] {1, 2, 3, -1})
        .names(OTHER, List.of(OTHER.name()))
        .close(ROOT)
        .flush();
    return ByteBufUtil.getBytes(buffer);
  }

  /**
   * A document in the writer's form, or almost: with an odd piece or a changed byte here and there.
   */
  private static byte[] document(SplittableRandom random) {
    StringBuilder text = new StringBuilder(DECLARATION);
    element(random, text, 0);
    for (int i = random.nextInt(3); i > 0; i--) {
      int at = DECLARATION.length() + random.nextInt(text.length() - DECLARATION.length() + 1);
      text.insert(at, ODD[random.nextInt(ODD.length)]);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(4) == 0) {
      bytes[DECLARATION.length() + random.nextInt(bytes.length - DECLARATION.length())] =
          (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static void element(SplittableRandom random, StringBuilder text, int depth) {
    String name = random.nextBoolean() ? "o:a" + random.nextInt(3) : "b" + random.nextInt(3);
    text.append('<').append(name);
    if (depth == 0 || random.nextInt(4) == 0) {
      text.append(" xmlns:o=\"urn:").append(random.nextInt(3)).append('"');
    }
    if (random.nextInt(6) == 0) {
      text.append(" xmlns=\"urn:").append(random.nextInt(3)).append('"');
    }
    if (random.nextInt(5) == 0) {
      text.append("/>");
      return;
    }
    text.append('>');
    int children = depth > 3 ? 0 : random.nextInt(4);
    if (children == 0 && random.nextInt(4) > 0) {
      byte[] content = new byte[random.nextInt(12)];
      random.nextBytes(content);
      text.append(random.nextBoolean() ? Base64.getEncoder().encodeToString(content) : " a;b 'c' ");
    }
    for (int i = 0; i < children; i++) {
      element(random, text, depth + 1);
    }
    text.append("</").append(name).append('>');
  }

  private static List<String> plainEvents(byte[] document) {
    PlainDocument plain = PlainDocument.of(document, 0, document.length, XmlLimits.DEFAULT);
    assertThat(plain).isNotNull();
    return events(new PlainCursor(plain));
  }

  private static List<String> parsedEvents(byte[] document) {
    try {
      var unused = XmlReader.parsed(document, 0, document.length, XmlLimits.DEFAULT);
      return events(new ParsedCursor(new Parsers().reader(document, 0, document.length)));
    } catch (XmlException | XMLStreamException e) {
      return List.of("refused: " + e);
    }
  }

  private static List<String> events(Cursor in) {
    List<String> events = new ArrayList<>();
    try {
      while (in.next() != XMLStreamConstants.END_DOCUMENT) {
        switch (in.event()) {
          case XMLStreamConstants.START_ELEMENT, XMLStreamConstants.END_ELEMENT ->
              events.add(in.event() + " {" + in.namespace() + "}" + in.localName());
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE ->
              events.add(
                  in.text()
                      + in.textLength()
                      + in.isWhiteSpace()
                      + new String(in.utf8(), StandardCharsets.UTF_8));
          default -> events.add("event " + in.event());
        }
        if (in.event() == XMLStreamConstants.START_ELEMENT) {
          events.add(in.namespaceOf("o") + " " + in.unboundPrefix());
        }
      }
    } catch (XMLStreamException | RuntimeException e) {
      events.add("refused: " + e);
    }
    return events;
  }
}
