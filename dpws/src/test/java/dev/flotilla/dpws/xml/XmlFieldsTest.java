package dev.flotilla.dpws.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class XmlFieldsTest {
  private static final XmlElement ROOT = XmlElement.of("urn:one", "o", "root");
  private static final XmlField<String> NAME = XmlField.token(ROOT.sibling("name"));
  private static final XmlField<Long> SIZE = XmlField.number(ROOT.sibling("size"));
  private static final XmlField<Boolean> READY = XmlField.truth(ROOT.sibling("ready"));
  private static final XmlField<List<Long>> PARTS =
      XmlField.list(ROOT.sibling("part"), XmlReader::longValue);
  private static final XmlField<String> LAST = XmlField.mark(ROOT.sibling("last"), "is the last");

  @Test
  void fieldsAreFoundInAnyOrderAndOthersArePassedOver() throws Exception {
    XmlFields read =
        read("<ready>1</ready><x><size>8</size></x><o:name xmlns:o='urn:two'/><size> 7 </size>");

    assertThat(read.require(SIZE)).isEqualTo(7);
    assertThat(read.require(READY)).isTrue();
    assertThat(read.find(NAME)).isEmpty();
  }

  @Test
  void aMissingFieldIsNamed() throws Exception {
    XmlFields read = read("<size>7</size>");

    assertThatThrownBy(() -> read.require(NAME))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("element {urn:one}name is missing");
  }

  @Test
  void ofSeveralTheLastCountsUnlessAllOfThemDo() throws Exception {
    XmlFields read = read("<name>a</name><part>1</part><name>b</name><part>2</part>");

    assertThat(read.require(NAME)).isEqualTo("b");
    assertThat(read.all(PARTS)).containsExactly(1L, 2L);
    assertThat(read("").all(PARTS)).isEmpty();
  }

  @Test
  void anElementCanSaySomethingByBeingThere() throws Exception {
    assertThat(read("<last><what>ever</what></last>").find(LAST)).contains("is the last");
    assertThat(read("").find(LAST)).isEmpty();
  }

  @Test
  void onlyWhatWasAskedForCanBeTaken() throws Exception {
    XmlFields read = XmlFields.read(reader("<name>a</name>"), SIZE);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> read.find(NAME))
        .withMessageContaining("{urn:one}name");
  }

  @Test
  void theReaderStandsBehindTheElementAfterwards() throws Exception {
    XmlReader in = reader("<part><size>1</size></part><part><size>2</size></part>");
    XmlField<List<Long>> sizes =
        XmlField.list(ROOT.sibling("part"), part -> XmlFields.read(part, SIZE).require(SIZE));

    assertThat(XmlFields.read(in, sizes).all(sizes)).containsExactly(1L, 2L);
    in.finish();
  }

  @Test
  void anUnknownElementIsRefusedWithTheKnownOnes() throws Exception {
    assertThatThrownBy(() -> exactly("<size>7</size><sise>8</sise>", UnexpectedElements.REFUSE))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("element {urn:one}sise is unknown in {urn:one}root")
        .hasMessageContaining("known are {urn:one}name, {urn:one}size,");
    assertThatThrownBy(() -> exactly("<o:x xmlns:o='urn:two'/>", UnexpectedElements.REFUSE))
        .hasMessageContaining("element {urn:two}x is unknown");
  }

  @Test
  void aNameInTheWrongNamespaceIsRefusedWithTheRightOne() throws Exception {
    for (String wrong :
        List.of("<size xmlns=''>7</size>", "<o:size xmlns:o='urn:two'>7</o:size>")) {
      assertThatThrownBy(() -> exactly(wrong, UnexpectedElements.REFUSE))
          .hasMessageContaining("did you mean {urn:one}size?");
    }
  }

  @Test
  void aRepeatedElementIsRefusedUnlessAllOfThemCount() throws Exception {
    for (UnexpectedElements rule :
        List.of(UnexpectedElements.REFUSE, UnexpectedElements.REFUSE_OWN)) {
      assertThatThrownBy(() -> exactly("<name>a</name><part>1</part><name>b</name>", rule))
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("element {urn:one}name is repeated in {urn:one}root");
      assertThat(exactly("<part>1</part><part>2</part>", rule).all(PARTS)).containsExactly(1L, 2L);
    }
  }

  @Test
  void othersMayExtendAnElementInTheirOwnNamespace() throws Exception {
    String children = "<o:x xmlns:o='urn:two'><size/></o:x><size>7</size>";

    assertThat(exactly(children, UnexpectedElements.REFUSE_OWN).require(SIZE)).isEqualTo(7);
    assertThatThrownBy(() -> exactly("<x/>", UnexpectedElements.REFUSE_OWN))
        .hasMessageContaining("element {urn:one}x is unknown");
  }

  private static XmlFields exactly(String children, UnexpectedElements rule) throws XmlException {
    XmlReader in = reader(children);
    in.setUnexpected(rule);
    return XmlFields.read(in, NAME, SIZE, READY, PARTS, LAST);
  }

  private static XmlFields read(String children) throws XmlException {
    return XmlFields.read(reader(children), NAME, SIZE, READY, PARTS, LAST);
  }

  private static XmlReader reader(String children) throws XmlException {
    byte[] document = ("<root xmlns='urn:one'>" + children + "</root>").getBytes(UTF_8);
    return XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
  }
}
