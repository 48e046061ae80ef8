package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SOAP-over-UDP has every message sent twice; an answer of three times its question at most. */
final class SecondCopiesTest {
  private static final Duration ANSWER_DELAY = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(3);

  private final Lan lan = new Lan();
  private final Lan.Host client = lan.join("client", ANSWER_DELAY);
  private final Lan.Host device = lan.join("device", ANSWER_DELAY);

  @BeforeEach
  void announce() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    lan.log.clear();
  }

  @Test
  void theSecondCopyOfAProbeReleasesTheSecondAnswer() {
    byte[] question = EnvelopeCodec.write(new Envelope("urn:q", null, null, Probe.anything()));
    device.hear(question, client);
    lan.advance(LONG);
    assertThat(device.sent()).hasSize(1);

    for (int i = 0; i < 5; i++) {
      device.hear(question, client);
      lan.advance(LONG);
    }

    assertThat(device.sent()).hasSize(2);
    assertThat(device.sent().get(1).envelope()).isEqualTo(device.sent().get(0).envelope());
    assertThat(device.sent().get(0).bytes()).isGreaterThan(3 * question.length / 2);
  }

  @Test
  void aSecondCopyThatComesBeforeTheAnswerCountsToo() {
    byte[] question = EnvelopeCodec.write(new Envelope("urn:q", null, null, Probe.anything()));
    device.hear(question, client);
    device.hear(question, client);
    lan.advance(LONG);

    assertThat(device.sent()).extracting(Lan.Sent::to).containsExactly("client", "client");
  }

  @Test
  void theQuestionsOfAClientAreAnsweredTwice() {
    client.engine.client().probe(Probe.anything(), LONG, target -> {}, new CompletableFuture<>());
    lan.advance(LONG);
    assertThat(device.sent()).hasSize(2);

    CompletableFuture<Optional<Target>> resolved = new CompletableFuture<>();
    client.engine.client().resolve(Samples.lamp(1).endpointReference(), LONG, resolved);
    lan.advance(LONG);
    assertThat(device.sent()).hasSize(4);
  }

  @Test
  void aCopyFromAnotherAddressReleasesNothing() {
    Lan.Host other = lan.join("other", ANSWER_DELAY);
    byte[] question =
        EnvelopeCodec.write(
            new Envelope("urn:q", null, null, new Resolve(Samples.lamp(1).endpointReference())));
    device.hear(question, client);
    device.hear(question, other);
    lan.advance(LONG);

    assertThat(device.sent()).hasSize(1);
  }

  @Test
  void aByeIsRepeatedIfTheEngineClosesRightAfterIt() {
    device.engine.target().leave();
    device.engine.close();
    lan.advance(LONG);

    assertThat(device.sent()).hasSize(2).allMatch(sent -> sent.message() instanceof Bye);
  }

  @Test
  void theAddressesOfAllAnswersOfADeviceAreFound() {
    Target lamp = Samples.lamp(2);
    announceOn(
        "lamp by IPv4",
        new Target(
            lamp.endpointReference(),
            lamp.types(),
            lamp.scopes(),
            List.of(URI.create("http://192.0.2.1/")),
            3));
    announceOn(
        "lamp by IPv6",
        new Target(
            lamp.endpointReference(),
            List.of(),
            List.of(),
            List.of(URI.create("http://[2001:db8::1]/")),
            3));
    announceOn(
        "lamp before",
        new Target(
            lamp.endpointReference(),
            List.of(),
            List.of(),
            List.of(URI.create("http://192.0.2.99/")),
            2));

    CompletableFuture<List<Target>> result = new CompletableFuture<>();
    client.engine.client().probe(Probe.anything(), LONG, target -> {}, result);
    lan.advance(LONG);

    Target found =
        result.join().stream()
            .filter(it -> it.endpointReference().equals(lamp.endpointReference()))
            .findFirst()
            .orElseThrow();
    assertThat(found.xAddrs())
        .extracting(URI::toString)
        .containsExactlyInAnyOrder("http://192.0.2.1/", "http://[2001:db8::1]/");
    assertThat(found.types()).isEqualTo(lamp.types());
  }

  @Test
  void aLinkLocalAddressHasTheZoneOfItsInterface() {
    Target lamp = Samples.lamp(2).at(List.of(URI.create("http://[fe80::1]:80/lamp")));
    client.sightings.clear();
    announceOn("lamp", lamp);

    assertThat(client.sightings)
        .extracting(sighting -> sighting.target().xAddrs().get(0).toString())
        .containsExactly("http://[fe80::1%eth0]:80/lamp");
  }

  private void announceOn(String name, Target target) {
    Lan.Host host = lan.join(name, ANSWER_DELAY);
    host.engine.target().announce(target);
    lan.advance(LONG);
  }
}
