package dev.flotilla.dpws.xml;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostileXmlTest {
  @Test
  void aDocumentTypeDeclarationIsRefused() {
    for (String document :
        List.of(
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>",
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            "<?xml version='1.0'?><!-- c --><!DOCTYPE a [<!ENTITY % p SYSTEM 'http://x/'>"
                + " %p;]><a/>")) {
      assertThatThrownBy(() -> readAll(document))
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("document type declarations");
    }
  }

  @Test
  void documentTypesAndEntitiesAreRefusedEvenIfTheGuardHadLetThemPass() {
    for (String document :
        List.of(
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>")) {
      byte[] bytes = XmlElement.utf8(document);
      assertThatThrownBy(
              () -> XmlReader.unguarded(bytes, 0, bytes.length, XmlLimits.DEFAULT).skip())
          .as(document)
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("not allowed in SOAP");
    }
  }

  @Test
  void billionLaughsAreNotLaughed() {
    StringBuilder document = new StringBuilder("<!DOCTYPE a [<!ENTITY l0 'ha'>");
    for (int i = 1; i < 30; i++) {
      document.append("<!ENTITY l").append(i).append(" '");
      document.append(("&l" + (i - 1) + ";").repeat(10)).append("'>");
    }
    assertThatThrownBy(() -> readAll(document + "]><a>&l29;</a>")).isInstanceOf(XmlException.class);
  }

  @Test
  void undeclaredEntitiesAreRefused() {
    assertThatThrownBy(() -> readAll("<a>&who;</a>")).isInstanceOf(XmlException.class);
  }

  @Test
  void tenThousandLevelsAreTooDeep() {
    String document = "<a>".repeat(10_000) + "</a>".repeat(10_000);

    assertThatThrownBy(() -> readAll(document))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("deeper than 64 levels");
    assertThatThrownBy(() -> reader("<r>" + document + "</r>").skip())
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("deeper than 64 levels");
  }

  @Test
  void aPrefixThatIsBoundToNothingIsRefused() throws XmlException {
    readAll("<r xmlns=''><a xmlns:p='urn:p' xmlns=''/></r>");
    assertThatThrownBy(() -> readAll("<r><a xmlns:p=''/></r>"))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("prefix p is bound to nothing");
  }

  @Test
  void aHundredThousandAttributesAreTooMany() {
    for (String attribute : List.of(" a%d=''", " xmlns:a%d='x'", " a%d='>'", "\na%d = \"'\"")) {
      StringBuilder document = new StringBuilder("<r><!-- '> --><![CDATA[ <a b=' ]]><a");
      for (int i = 0; i < 100_000; i++) {
        document.append(attribute.formatted(i));
      }
      assertThatThrownBy(() -> readAll(document + "/></r>"))
          .as(attribute)
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("more than 64 attributes");
    }
  }

  @Test
  void aHundredThousandDifferentNamesAreTooMany() {
    for (String element :
        List.of("<a%d/>", "<p%d:a xmlns:p%1$d='x'/>", "<a b%d=''/>", "<a xmlns:p%d='x'/>")) {
      StringBuilder document = new StringBuilder("<r>");
      for (int i = 0; i < 99_000; i++) {
        document.append(element.formatted(i));
      }
      assertThatThrownBy(() -> readAll(document + "</r>"))
          .as(element)
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("more than 1000 different names");
    }
  }

  @Test
  void textThatLooksLikeTagsIsNotMistakenForThem() throws XmlException {
    String crowded = "a=\"'\" ".repeat(100);
    for (String content :
        List.of(
            "<![CDATA[<x " + crowded + "]]>",
            "<!-- <x " + crowded + "-->",
            crowded,
            "<b c='" + "=".repeat(100) + "'/>")) {
      XmlReader in = reader("<a>" + content + "</a>");
      in.skip();
      in.finish();
    }
  }

  @Test
  void otherEncodingsThanUtf8AreRefused() {
    for (var charset :
        List.of(UTF_16, UTF_16BE, UTF_16LE, Charset.forName("UTF-32"), Charset.forName("IBM037"))) {
      byte[] document = "<a/>".getBytes(charset);
      assertThatThrownBy(() -> XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT))
          .as(charset.name())
          .isInstanceOf(XmlException.class);
    }
    assertThatThrownBy(() -> reader("<?xml version='1.0' encoding='Shift_JIS'?><a/>"))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("not in UTF-8");
  }

  @Test
  void aHundredThousandElementsAreTooMany() {
    assertThatThrownBy(() -> readAll("<a>" + "<b/>".repeat(100_000) + "</a>"))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("more than 100000 elements");
  }

  @Test
  void aTextBeyondTheLimitIsRefused() {
    XmlLimits limits = new XmlLimits(8, 8, 8, 10);
    byte[] document = "<a>12345678901</a>".getBytes(UTF_8);

    assertThatThrownBy(() -> XmlReader.of(document, 0, document.length, limits).text())
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("longer than 10 characters");
  }

  @Test
  void whatIsNotWellFormedIsRefused() {
    for (String document :
        List.of(
            "",
            " ",
            "x",
            "<a>",
            "<a></b>",
            "<a b=1/>",
            "<a/><b/>",
            "<p:a/>",
            "<a>\u0001</a>",
            "<a b='1' b='2'/>",
            "\u0000\u0001\u0002",
            "<a>]]></a>",
            "<a/>trailing")) {
      assertThatThrownBy(() -> readAll(document)).as(document).isInstanceOf(XmlException.class);
    }
  }

  @Test
  void textBetweenElementsAndElementsInTextAreRefused() {
    assertThatThrownBy(() -> reader("<a>x<b/></a>").nextChild())
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("text 'x' where only elements");
    assertThatThrownBy(() -> reader("<a>x<b/></a>").text())
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("element b where only text");
  }

  @Test
  void valuesOfTheWrongKindAreRefusedByName() {
    assertThatThrownBy(() -> reader("<a>12x</a>").longValue())
        .hasMessageContaining("a holds '12x' where a whole number is expected");
    assertThatThrownBy(() -> reader("<a>yes</a>").booleanValue())
        .hasMessageContaining("a holds 'yes' where true or false is expected");
    for (String base64 : List.of("A", "AA", "AAA", "AA=A", "A===", "=", "AAAA=", "AA-_", "é")) {
      assertThatThrownBy(() -> reader("<a>" + base64 + "</a>").base64())
          .as(base64)
          .hasMessageContaining("base64");
    }
    assertThatThrownBy(() -> reader("<a>p:x</a>").names()).hasMessageContaining("not declared");
  }

  @Test
  void processingInstructionsAreRefused() throws XmlException {
    for (String document : List.of("<?p i?><a>1</a>", "<a><?p i?>1</a>", "<a>1<?p?></a>")) {
      assertThatThrownBy(() -> reader(document).text())
          .as(document)
          .hasMessageContaining("processing instructions are not allowed");
    }
    XmlReader in = reader("<a>1</a><?p i?>");
    assertThat(in.text()).isEqualTo("1");
    assertThatThrownBy(in::finish).hasMessageContaining("processing instructions");
  }

  @Test
  void anElementWithThePrefixXmlnsIsRefused() {
    for (String document : List.of("<xmlns:a/>", "<a><xmlns:b c='d'/></a>", "<a xmlns:a:b='c'/>")) {
      assertThatThrownBy(() -> readAll(document)).as(document).isInstanceOf(XmlException.class);
    }
  }

  @Test
  void commentsAreHarmless() throws XmlException {
    XmlReader in = reader("<!-- c --><a><!-- c --><b>1<!-- c -->23</b> <c/></a>");

    assertThat(in.nextChild()).isTrue();
    assertThat(in.longValue()).isEqualTo(123);
    assertThat(in.nextChild()).isTrue();
    assertThat(in.localName()).isEqualTo("c");
    assertThat(in.text()).isEmpty();
    assertThat(in.nextChild()).isFalse();
    in.finish();
  }

  @Test
  void namesFromTheNetworkAreNotRememberedForEver() throws Exception {
    Parsers parsers = new Parsers();
    for (int i = 0; i < 100_000; i += 20) {
      StringBuilder document = new StringBuilder("<a>");
      for (int j = 0; j < 20; j++) {
        document.append("<name-number-").append(i + j).append("/>");
      }
      byte[] bytes = document.append("</a>").toString().getBytes(UTF_8);
      var in = parsers.reader(bytes, 0, bytes.length);
      while (in.hasNext()) {
        in.next();
      }
    }
    assertThat(parsers.rememberedNames()).isBetween(1, 20_000);
  }

  private static XmlReader reader(String document) throws XmlException {
    byte[] bytes = document.getBytes(UTF_8);
    return XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT);
  }

  private static void readAll(String document) throws XmlException {
    XmlReader in = reader(document);
    readChildren(in);
    in.finish();
  }

  private static void readChildren(XmlReader in) throws XmlException {
    if (in.nextChild()) {
      readChildren(in);
      while (in.nextChild()) {
        readChildren(in);
      }
    }
  }
}
