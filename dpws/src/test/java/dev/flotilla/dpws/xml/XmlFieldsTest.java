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

  private static XmlFields read(String children) throws XmlException {
    return XmlFields.read(reader(children), NAME, SIZE, READY, PARTS, LAST);
  }

  private static XmlReader reader(String children) throws XmlException {
    byte[] document = ("<root xmlns='urn:one'>" + children + "</root>").getBytes(UTF_8);
    return XmlReader.of(document, 0, document.length, XmlLimits.DEFAULT);
  }
}
