package dev.flotilla.dpws.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownEnvelopesTest {
  private static final String TO = "http://10.0.0.1/notes";

  private final Note.Reader reader = new Note.Reader();
  private final Note.Body body = new Note.Body();
  private KnownEnvelopes known = new KnownEnvelopes(XmlLimits.DEFAULT);
  private int messages;

  @Test
  void writesLikeEnvelopesByOneTemplate() {
    assertWrittenAsInFull(Note.of("memo", 1, "first"));
    body.count.set(0);

    for (long number : new long[] {0, 9, 10, 123_456_789, 999_999_999_999_999_999L}) {
      assertWrittenAsInFull(Note.of("memo", number, "some {\"text\": 1}\tand\nmore?"));
      assertWrittenAsInFull(Note.of("memo", number, ""));
    }
    assertThat(body.count).as("written in full, for comparison only").hasValue(10);
  }

  @Test
  void writesOtherEnvelopesInFull() {
    assertWrittenAsInFull(Note.of("memo", 1, "first"));

    for (String text :
        new String[] {"a & b", "<", "]]>", "\r", "\u00e9", "\ud83d\ude00", "Aa\u0141"}) {
      assertWrittenAsInFull(Note.of("memo", 1, text));
    }
    assertWrittenAsInFull(Note.of("memo", Long.MAX_VALUE, "large"));
    assertWrittenAsInFull(Note.of("memo", -1, "negative"));
    assertWrittenAsInFull(Note.of("letter", 1, "first"));
    assertWrittenAsInFull(Note.of("memo", 1, "binary").with((byte) 0, (byte) 1));
    assertWrittenAsInFull(Note.of("memo", 1, "binary").with((byte) 0, (byte) -1, (byte) 7));
    assertWrittenAsInFull(Note.of("memo", 1, "text").with((byte) 'a', (byte) 'b'));
    assertWrittenAsInFull(Note.of("memo", 1, "utf8").with((byte) 0xC3, (byte) 0xA9));
  }

  @Test
  void refusesTextThatXmlCannotCarryAsInFull() {
    assertWrittenAsInFull(Note.of("memo", 1, "first"));

    for (String text : new String[] {"\u0001", "a\ud800", "\uffff"}) {
      Note note = Note.of("memo", 1, text).with((byte) 'a');
      assertThatIllegalArgumentException()
          .isThrownBy(() -> known.write(Unpooled.buffer(), header(), body.templated, note));
    }
  }

  @Test
  void readsLikeEnvelopesWithoutTheParser() throws Exception {
    learn(Note.of("memo", 1, "first"));
    reader.count.set(0);

    for (long number : new long[] {0, 7, 999_999_999_999_999_999L}) {
      Note note = Note.of("memo", number, "number " + number);
      assertThat(readByTemplate(envelope(note))).isEqualTo(note);
    }
    assertThat(reader.count).hasValue(0);
    byte[] other = envelope(Note.of("letter", 1, "x"));
    assertThat(known.open(other, 0, other.length)).isNull();
  }

  @Test
  void keepsTheHeaderOfEachEnvelope() throws Exception {
    learn(Note.of("memo", 1, "first"));
    SoapHeader header = SoapHeader.request(Note.ACTION, "urn:uuid:other", TO);
    byte[] envelope = written(header, Note.of("memo", 2, "second"));

    assertThat(known.open(envelope, 0, envelope.length).header()).isEqualTo(header);
  }

  @Test
  void leavesOtherFormsToTheParser() throws Exception {
    learn(Note.of("memo", 1, "first"));
    String envelope = text(envelope(Note.of("memo", 7, "text")));
    assertThat(readByTemplate(utf8(envelope)).number()).isEqualTo(7);

    for (String[] change :
        new String[][] {
          {">7<", ">+7<"},
          {">7<", ">07<"},
          {">7<", "> 7<"},
          {">7<", ">7 <"},
          {">7<", "><"},
          {">7<", ">1234567890123456789<"},
          {">7<", ">&#55;<"},
          {">7<", "><![CDATA[7]]><"},
          {">7<", ">7<!----><"},
          {">text<", ">te&amp;xt<"},
          {">text<", ">te>xt<"},
          {">text<", ">te\u0001xt<"},
          {">text<", ">te\rxt<"},
          {">urn:uuid:1", "> urn:uuid:1"},
          {"</n:Note>", "</n:Note> "},
          {"</n:kind>", "</n:kind><n:new/>"},
          {"<n:kind>", "<n:kind a=\"b\">"},
          {"\"UTF-8\"", "'UTF-8'"},
          {"</s12:Envelope>", "</s12:Envelope> "}
        }) {
      byte[] other = utf8(envelope.replace(change[0], change[1]));
      assertThat(envelope).contains(change[0]);
      assertThat(known.open(other, 0, other.length)).as(change[1]).isNull();
    }
  }

  @Test
  void alwaysParsesTheFormOfOtherPrograms() throws Exception {
    body.count.set(0);
    for (int i = 0; i < 1_000; i++) {
      byte[] foreign =
          utf8(text(envelope(Note.of("memo", i, "x"))).replace("<n:number>", "\n<n:number>"));
      body.count.decrementAndGet();
      assertThat(known.open(foreign, 0, foreign.length)).isNull();
      learn(foreign);
    }
    assertThat(body.count.get()).as("written again to compare them").isBetween(1, 20);
  }

  @Test
  void readsNoTextBeyondItsLimit() throws Exception {
    known = new KnownEnvelopes(new XmlLimits(64, 100, 64, 100));
    learn(Note.of("memo", 1, "first"));

    byte[] longest = envelope(Note.of("memo", 1, "x".repeat(100)));
    byte[] longer = envelope(Note.of("memo", 1, "x".repeat(101)));
    assertThat(known.open(longest, 0, longest.length)).isNotNull();
    assertThat(known.open(longer, 0, longer.length)).isNull();
  }

  @Test
  void parsesABodyForAnotherReader() throws Exception {
    learn(Note.of("memo", 1, "first"));
    byte[] envelope = envelope(Note.of("memo", 2, "second"));
    Note.Reader other = new Note.Reader();

    assertThat(known.open(envelope, 0, envelope.length).body(other).number()).isEqualTo(2);
    assertThat(other.count).hasValue(1);
  }

  @Test
  void triesFirstTheTemplateThatFittedLast() throws Exception {
    for (String kind : new String[] {"memo", "letter", "card"}) {
      learn(Note.of(kind, 1, "first"));
    }
    for (String kind : new String[] {"letter", "memo", "card"}) {
      byte[] second = envelope(Note.of(kind, 2, "second"));
      readByTemplate(second);
      body.tries.set(0);
      readByTemplate(second);
      assertThat(body.tries).as("templates tried to read a %s", kind).hasValue(1);

      assertWrittenAsInFull(Note.of(kind, 2, "second"));
      body.tries.set(0);
      assertWrittenAsInFull(Note.of(kind, 3, "third"));
      assertThat(body.tries).as("templates tried to write a %s", kind).hasValue(1);
    }
  }

  @Test
  void keepsTheLastTemplates() throws Exception {
    for (int i = 0; i <= KnownEnvelopes.MAX_TEMPLATES; i++) {
      learn(Note.of("kind-" + i, 1, "first"));
      readByTemplate(envelope(Note.of("kind-" + i, 2, "second")));
    }
    for (int i = 1; i <= KnownEnvelopes.MAX_TEMPLATES; i++) {
      readByTemplate(envelope(Note.of("kind-" + i, 3, "third")));
    }
    byte[] oldest = envelope(Note.of("kind-0", 3, "third"));
    assertThat(known.open(oldest, 0, oldest.length)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {5_000, 300_000})
  void learnsNoEnvelopeThatIsTooLarge(int length) throws Exception {
    String kind = length < 10_000 ? "k".repeat(length) : "memo";
    String text = length < 10_000 ? "text" : "t".repeat(length);
    learn(Note.of(kind, 1, text));

    byte[] envelope = envelope(Note.of(kind, 2, text));
    assertThat(known.open(envelope, 0, envelope.length)).isNull();
    assertWrittenAsInFull(Note.of(kind, 2, text));
  }

  private Note readByTemplate(byte[] envelope) throws Exception {
    SoapReader in = known.open(envelope, 0, envelope.length);
    assertThat(in).as("read by a template: %s", text(envelope)).isNotNull();
    assertThat(in.isFault()).isFalse();
    return in.body(reader);
  }

  private void learn(Note note) throws Exception {
    learn(envelope(note));
  }

  private void learn(byte[] envelope) throws Exception {
    SoapReader in = SoapReader.open(XmlReader.of(envelope, 0, envelope.length, XmlLimits.DEFAULT));
    known.learn(in, reader, body.templated, in.body(reader), envelope, 0, envelope.length);
  }

  private void assertWrittenAsInFull(Note note) {
    ByteBuf out = Unpooled.buffer().writeByte('.');
    SoapHeader header = header();
    known.write(out, header, body.templated, note);
    assertThat(text(ByteBufUtil.getBytes(out))).isEqualTo("." + text(written(header, note)));
  }

  private byte[] envelope(Note note) {
    return written(header(), note);
  }

  private byte[] written(SoapHeader header, Note note) {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.write(out, header, body.templated, note);
    return ByteBufUtil.getBytes(out);
  }

  private SoapHeader header() {
    messages++;
    return SoapHeader.request(Note.ACTION, "urn:uuid:1" + messages % 10, TO);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
