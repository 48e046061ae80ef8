package dev.flotilla.kit.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.transport.Transport;
import dev.flotilla.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit passes a sound transport, and fails each faulty one by the case that is meant for it. */
@Tag("slow")
class TransportConformanceTest {
  private static final Duration SHORT = Duration.ofSeconds(3);

  @Test
  void theTransportOfTheGuideConforms() {
    TransportConformance.of(DatagramTransport::new)
        .patience(Await.limit())
        .check()
        .assertConforms();
  }

  @Test
  void theGuideShowsThisTransport() throws Exception {
    String page = Files.readString(Path.of("../docs/how-to/write-a-transport.md"));
    String source =
        Files.readString(
            Path.of("src/test/java/dev/flotilla/kit/transport/DatagramTransport.java"));

    assertThat(bare(page)).contains(bare(source.substring(source.indexOf("final class"))));
  }

  private static String bare(String text) {
    return text.replaceAll("@Override|\\s", "");
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault(TransportCase.WHOLE, "cuts", FaultyTransports::cuttingLongFrames),
        fault(TransportCase.WHOLE, "repeats", FaultyTransports::repeating),
        fault(TransportCase.ORDERED, "repeats", FaultyTransports::repeating),
        fault(TransportCase.ORDERED, "reorders", FaultyTransports::reordering),
        fault(TransportCase.ORDERED, "loses", FaultyTransports::losing),
        fault(TransportCase.BOUNDED, "blocks", FaultyTransports::blocking),
        fault(TransportCase.BOUNDED, "hoards", FaultyTransports::hoarding),
        fault(TransportCase.DEAD_PEER, "blocks", FaultyTransports::blocking),
        fault(TransportCase.RECONNECTS, "is faithful", FaultyTransports::faithful),
        fault(TransportCase.GARBAGE, "is offended", FaultyTransports::offended),
        fault(TransportCase.CLOSED, "stays", FaultyTransports::staying));
  }

  private static Arguments fault(TransportCase by, String what, Supplier<Transport> transport) {
    return Arguments.of(by, what, transport);
  }

  @Tag("full")
  @ParameterizedTest(name = "{0} finds one that {1}")
  @MethodSource("faults")
  void aFaultyTransportFails(TransportCase by, String what, Supplier<Transport> transport) {
    // Of faults that many servers share, one object is enough for all.
    Transport one = transport.get();
    TransportReport report = TransportConformance.of(() -> one).patience(SHORT).only(by).check();

    assertThat(report.violations()).as(what).containsOnlyKeys(by);
    assertThatThrownBy(report::assertConforms)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(by.name());
  }
}
