package dev.flotilla.dpws.xml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Characters that XML 1.0 (section 2.2) does not allow, wherever a document may hold them. */
class HostileCharactersTest {
  /** Each a document whose {@code %s} stands where its name says. */
  private static final List<String> PLACES =
      List.of(
          "<a><b>x%sy</b></a>",
          "<a><b><![CDATA[x%sy]]></b></a>",
          "<a b='x%sy'><b>z</b></a>",
          "<a xmlns:p='urn:x%sy'><p:b>z</p:b></a>",
          "<a><skipped>x%sy</skipped></a>",
          "<a><b%s>x</b%1$s></a>",
          "<a><b c%s='x'>z</b></a>",
          "<a><!-- %s --><b>z</b></a>",
          "<a><?p %s?><b>z</b></a>",
          "<?p %s?><a><b>z</b></a>",
          "<a><b>z</b></a><!-- %s -->");

  /** Byte sequences as Latin-1 text. */
  private static final List<String> SEQUENCES =
      List.of(
          "\u00F4\u0090\u0080\u0080", // beyond U+10FFFF
          "\u00F7\u00BF\u00BF\u00BF",
          "\u00F8\u0088\u0080\u0080\u0080",
          "\u00ED\u00A0\u0080", // a lone high surrogate
          "\u00ED\u00B0\u0080", // a lone low surrogate
          "\u00ED\u00A0\u0080\u00ED\u00B0\u0080", // a pair of them, as CESU-8
          "\u00EF\u00BF\u00BE", // U+FFFE
          "\u00EF\u00BF\u00BF", // U+FFFF
          "\u00C0\u0080", // overlong
          "\u00C1\u00BF",
          "\u00E0\u0080\u00AF",
          "\u00F0\u0080\u0080\u00AF",
          "\u00C3", // cut short
          "\u00E2\u0082",
          "\u0080",
          "\u00FF",
          "\u0000",
          "\u0001",
          "\u001F");

  private static final List<String> REFERENCES =
      List.of(
          "&#0;",
          "&#x0;",
          "&#1;",
          "&#x1F;",
          "&#xD800;",
          "&#xDFFF;",
          "&#55296;&#56320;",
          "&#xFFFE;",
          "&#65535;",
          "&#x110000;",
          "&#x7FFFFFFF;",
          "&#x100000041;",
          "&#4294967361;",
          "&#99999999999999999999;");

  @Test
  void bytesThatAreNoCharactersAreRefusedEverywhere() {
    for (String place : PLACES) {
      for (String sequence : SEQUENCES) {
        byte[] document = place.formatted(sequence).getBytes(ISO_8859_1);
        assertThatThrownBy(() -> readAll(document))
            .as(new String(document, ISO_8859_1))
            .isInstanceOf(XmlException.class);
      }
    }
  }

  @Test
  void referencesToNoCharactersAreRefused() {
    for (String declaration : List.of("", "<?xml version='1.0'?>", "<?xml version='1.1'?>")) {
      for (String place : PLACES.subList(0, 5)) {
        for (String reference : REFERENCES) {
          String document = declaration + place.formatted(reference);
          if (!place.contains("CDATA")) {
            assertThatThrownBy(() -> readAll(document.getBytes(UTF_8)))
                .as(document)
                .isInstanceOf(XmlException.class);
          }
        }
      }
    }
  }

  @Test
  void whateverIsReadCanBeWritten() throws XmlException {
    String text = "\t\n \u007F\u0085\u00E9\uD7FF\uE000\uFFFD\uD800\uDC00\uDBFF\uDFFF";
    assertThat(textOf(("<a>" + text + "</a>").getBytes(UTF_8))).isEqualTo(text);
    assertThat(textOf("<a>&#9;&#xE9;&#x10FFFF;</a>".getBytes(UTF_8)))
        .isEqualTo("\t\u00E9\uDBFF\uDFFF");
    assertThat(textOf("<a><![CDATA[&#0;]]></a>".getBytes(UTF_8))).isEqualTo("&#0;");
    assertThat(
            textOf("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00E9</a>".getBytes(ISO_8859_1)))
        .isEqualTo("\u00E9");
  }

  @Test
  void utf8WithoutItsHyphenIsUtf8() throws XmlException {
    for (String name : List.of("utf8", "UTF8", "Utf-8")) {
      String document = "<?xml version='1.0' encoding='" + name + "'?><a>%s</a>";

      assertThat(textOf(document.formatted("\u00E9\uD83D\uDE00").getBytes(UTF_8)))
          .as(name)
          .isEqualTo("\u00E9\uD83D\uDE00");
      assertThatThrownBy(() -> textOf(document.formatted("\u00E9").getBytes(ISO_8859_1)))
          .as(name)
          .isInstanceOf(XmlException.class);
    }
  }

  @Test
  void aQuotedTextIsNotCutInsideASurrogatePair() {
    for (int before = 36; before <= 42; before++) {
      byte[] document = ("<a>" + "x".repeat(before) + "\uD83D\uDE00 no number</a>").getBytes(UTF_8);
      assertThatThrownBy(
              () -> XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT).longValue())
          .satisfies(e -> assertThat(XmlText.isCarriable(String.valueOf(e.getMessage()))).isTrue());
    }
  }

  private static String textOf(byte[] document) throws XmlException {
    XmlReader in = XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
    String text = in.text();
    in.finish();
    return text;
  }

  private static void readAll(byte[] document) throws XmlException {
    XmlReader in = XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
    in.skip();
    in.finish();
  }
}
