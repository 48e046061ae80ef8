package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import dev.flotilla.dpws.xml.XmlException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

final class HostileDatagramsTest {
  private static final int DATAGRAMS = 10_000;
  private static final Duration PAST_REPEATS = Duration.ofMillis(300);
  private static final List<String> SNIPPETS =
      List.of(
          "<",
          ">",
          "&",
          "&lt;",
          "&x;",
          "<!DOCTYPE a>",
          "<![CDATA[",
          "]]>",
          "<!--",
          "\"",
          "'",
          ":",
          "</",
          "/>",
          "\u0000",
          "\uFFFF",
          " xmlns:a=\"\"",
          "4294967296",
          "-1",
          "%",
          " ",
          "<?x?>",
          "<a>".repeat(99),
          "é",
          "<a/>",
          "x".repeat(20_000));

  private final Lan lan = new Lan();
  private final Lan.Host attacker = lan.join("attacker", Duration.ZERO);
  private final Lan.Host device = lan.join("device", Duration.ZERO);

  @Test
  void mutatedDatagramsThrowNothingAndOnlyWellFormedOnesAreAnswered() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<byte[]> originals = originals();
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(Duration.ofSeconds(1));
    for (int i = 0; i < DATAGRAMS; i++) {
      byte[] datagram = mutated(originals.get(random.nextInt(originals.size())), random);
      int before = lan.log.size();
      device.hear(datagram, attacker);
      lan.advance(PAST_REPEATS);
      if (lan.log.size() > before) {
        assertThat(isWellFormed(datagram))
            .as("seed %d, datagram %d: %s", seed, i, new String(datagram, StandardCharsets.UTF_8))
            .isTrue();
      }
      lan.log.clear();
    }
    assertThat(found()).as("seed %d", seed).containsExactly(Samples.lamp(1));
  }

  @Test
  void byteThatIsNotUtf8IsRefusedWhereverItStands() {
    byte[] question = EnvelopeCodec.write(new Envelope("urn:q", null, null, Probe.anything()));
    for (int at = 0; at <= question.length; at++) {
      byte[] datagram = spliced(question, at, new byte[] {(byte) 0x94}, 0);
      assertThatThrownBy(() -> EnvelopeCodec.read(datagram)).isInstanceOf(XmlException.class);
    }
  }

  @Test
  void datagramBeyondTheLimitIsPassedOver() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(Duration.ofSeconds(1));
    byte[] question = EnvelopeCodec.write(new Envelope("urn:q", null, null, Probe.anything()));
    byte[] longest = Arrays.copyOf(question, DiscoveryEngine.MAX_DATAGRAM_BYTES);
    Arrays.fill(longest, question.length, longest.length, (byte) ' ');
    byte[] tooLong = Arrays.copyOf(longest, longest.length + 1);
    tooLong[longest.length] = ' ';
    lan.log.clear();
    device.hear(tooLong, attacker);
    lan.advance(PAST_REPEATS);
    assertThat(lan.log).isEmpty();
    device.hear(longest, attacker);
    lan.advance(PAST_REPEATS);
    assertThat(lan.log).isNotEmpty();
  }

  private List<Target> found() {
    CompletableFuture<List<Target>> result = new CompletableFuture<>();
    attacker.engine.client().probe(Probe.anything(), PAST_REPEATS, target -> {}, result);
    lan.advance(PAST_REPEATS);
    return result.join();
  }

  private static List<byte[]> originals() {
    Envelope probe = new Envelope("urn:q:1", null, null, Probe.anything().ofType(Samples.LAMP));
    Envelope resolve =
        new Envelope("urn:q:2", null, null, new Resolve(Samples.lamp(1).endpointReference()));
    return Stream.concat(EnvelopeCodecTest.messages(), Stream.of(probe, resolve))
        .map(EnvelopeCodec::write)
        .toList();
  }

  private static byte[] mutated(byte[] original, Random random) {
    byte[] datagram = original.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(datagram.length + 1);
      datagram =
          switch (random.nextInt(5)) {
            case 0 -> Arrays.copyOf(datagram, at);
            case 1 -> spliced(datagram, at, new byte[] {(byte) random.nextInt(256)}, 1);
            case 2 -> spliced(datagram, at, new byte[0], random.nextInt(30));
            case 3 -> spliced(datagram, at, datagram, 0);
            default ->
                spliced(
                    datagram,
                    at,
                    SNIPPETS.get(random.nextInt(SNIPPETS.size())).getBytes(StandardCharsets.UTF_8),
                    0);
          };
    }
    return datagram;
  }

  /** The array with some bytes at a place replaced by others. */
  private static byte[] spliced(byte[] into, int at, byte[] bytes, int replaced) {
    int rest = Math.min(into.length, at + replaced);
    byte[] result = Arrays.copyOf(into, at + bytes.length + into.length - rest);
    System.arraycopy(bytes, 0, result, at, bytes.length);
    System.arraycopy(into, rest, result, at + bytes.length, into.length - rest);
    return result;
  }

  // By another parser. How each reads the encoding's name in the XML declaration is its own affair.
  private static boolean isWellFormed(byte[] datagram) {
    String text = new String(datagram, StandardCharsets.UTF_8);
    int from = text.startsWith("<?xml ") ? text.indexOf("?>") + 2 : 0;
    byte[] document = text.substring(from).getBytes(StandardCharsets.UTF_8);
    try {
      SAXParserFactory parsers = SAXParserFactory.newInstance();
      parsers.setNamespaceAware(true);
      parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      parsers.newSAXParser().parse(new ByteArrayInputStream(document), new DefaultHandler());
      return true;
    } catch (SAXException e) {
      return false;
    } catch (ParserConfigurationException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
