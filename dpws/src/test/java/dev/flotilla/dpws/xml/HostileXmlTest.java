package dev.flotilla.dpws.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class HostileXmlTest {
  @Test
  void aDocumentTypeDeclarationIsRefused() {
    for (String document :
        List.of(
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>",
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            "<?xml version='1.0'?><!-- c --><!DOCTYPE a [<!ENTITY % p SYSTEM 'http://x/'> %p;]><a/>")) {
      assertThatThrownBy(() -> readAll(document))
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("document type declarations");
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
  void tenThousandAttributesAreTooMany() {
    StringBuilder document = new StringBuilder("<a");
    for (int i = 0; i < 10_000; i++) {
      document.append(" a").append(i).append("=''");
    }
    assertThatThrownBy(() -> readAll(document + "/>"))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("10000 attributes, at most 64");
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
  void commentsAndInstructionsAreHarmless() throws XmlException {
    XmlReader in = reader("<?p i?><!-- c --><a><!-- c --><b>1<!-- c -->2<?p?>3</b> <c/></a>");

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
