package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Hello;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

final class DiscoveryEngineTest {
  private static final Duration ANSWER_DELAY = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(3);

  private final Lan lan = new Lan();
  private final Lan.Host client = lan.join("client", ANSWER_DELAY);
  private final Lan.Host device = lan.join("device", ANSWER_DELAY);

  @Test
  void firstHelloWaitsAtRandomAndIsRepeatedOnceUnderItsMessageId() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    List<Lan.Sent> sent = device.sent();
    assertThat(sent).hasSize(2);
    assertThat(sent.get(0).atMillis()).isBetween(1L, 100L);
    assertThat(sent.get(1).atMillis() - sent.get(0).atMillis()).isBetween(50L, 250L);
    assertThat(sent.get(1).envelope()).isEqualTo(sent.get(0).envelope());
    assertThat(client.sightings)
        .containsExactly(new DiscoveredTarget(DiscoveredTarget.Kind.HELLO, Samples.lamp(1)));
  }

  @Test
  void sameSeedGivesTheSameSchedule() {
    List<Long> first = scheduleOfOneExchange();
    assertThat(first).hasSize(6).isEqualTo(scheduleOfOneExchange());
  }

  @Test
  void changeIsAnnouncedAtOnce() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    device.engine.target().announce(Target.of(Samples.lamp(1).endpointReference()));
    assertThat(device.sent()).hasSize(3);
  }

  @Test
  void probeFindsByTypeAndByScopeAndNotByAWrongOne() {
    device.engine.target().announce(Samples.lamp(1));
    assertThat(probe(Probe.anything())).containsExactly(Samples.lamp(1));
    assertThat(probe(Probe.anything().ofType(Samples.LAMP))).containsExactly(Samples.lamp(1));
    assertThat(probe(Probe.anything().ofType(Samples.LAMP, Samples.DEVICE))).hasSize(1);
    assertThat(probe(Probe.anything().inScope("http://example.com/house"))).hasSize(1);
    assertThat(probe(Probe.anything().inScope("http://example.com/garden"))).isEmpty();
    assertThat(probe(Probe.anything().ofType(new QName("urn:test:lamps", "Fan")))).isEmpty();
    assertThat(probe(Probe.anything().ofType(new QName("urn:test:fans", "Lamp")))).isEmpty();
    assertThat(probe(Probe.anything().ofType(Samples.LAMP).inScope("urn:wrong"))).isEmpty();
    assertThat(probe(Probe.anything().inScope(ScopeRule.NONE))).isEmpty();
  }

  @Test
  void matchIsToldWhenItComesAndTheWholeResultWhenTheTimeIsUp() {
    Lan.Host second = lan.join("second", Duration.ZERO);
    second.engine.target().announce(Samples.lamp(2));
    device.engine.target().announce(Samples.lamp(1));
    List<Target> told = new ArrayList<>();
    CompletableFuture<List<Target>> all = new CompletableFuture<>();
    client.engine.client().probe(Probe.anything(), LONG, told::add, all);
    lan.advance(Duration.ofMillis(1));
    assertThat(told).containsExactly(Samples.lamp(2));
    lan.advance(Duration.ofMillis(100));
    assertThat(told).containsExactly(Samples.lamp(2), Samples.lamp(1));
    assertThat(all).isNotDone();
    lan.advance(LONG);
    assertThat(all).isCompletedWithValue(List.of(Samples.lamp(2), Samples.lamp(1)));
  }

  @Test
  void resolveIsAnsweredAtOnceByTheDeviceOfThatIdentityOnly() {
    device.engine.target().announce(Samples.lamp(1));
    CompletableFuture<Optional<Target>> known = new CompletableFuture<>();
    client.engine.client().resolve(Samples.lamp(1).endpointReference(), LONG, known);
    lan.advance(Duration.ZERO);
    assertThat(known).isCompletedWithValue(Optional.of(Samples.lamp(1)));
    lan.advance(LONG);
    int before = device.sent().size();
    CompletableFuture<Optional<Target>> unknown = new CompletableFuture<>();
    client.engine.client().resolve(Samples.lamp(2).endpointReference(), LONG, unknown);
    lan.advance(LONG);
    assertThat(unknown).isCompletedWithValue(Optional.empty());
    assertThat(device.sent()).hasSize(before);
  }

  @Test
  void repeatedQuestionIsAnsweredOnceAndALargeOnesAnswerRepeated() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    int before = device.sent().size();
    byte[] small = EnvelopeCodec.write(new Envelope("urn:q", null, null, Probe.anything()));
    byte[] question = Arrays.copyOf(small, 1_000);
    Arrays.fill(question, small.length, question.length, (byte) ' ');
    for (int i = 0; i < 5; i++) {
      device.hear(question, client);
    }
    lan.advance(LONG);
    List<Lan.Sent> answers = device.sent().subList(before, device.sent().size());
    assertThat(answers).extracting(Lan.Sent::to).containsExactly("client", "client");
    assertThat(answers.get(0).envelope()).isEqualTo(answers.get(1).envelope());
    assertThat(answers.get(0).envelope().relatesTo()).isEqualTo("urn:q");
    assertThat(answers.get(0).envelope().sequence()).isNotNull();
  }

  @Test
  void repetitionIsAnsweredWhenTheDeviceAnnouncedItselfAfterTheFirst() {
    CompletableFuture<Optional<Target>> result = new CompletableFuture<>();
    client.engine.client().resolve(Samples.lamp(1).endpointReference(), LONG, result);
    lan.advance(Duration.ofMillis(1));
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(Duration.ofMillis(250));
    assertThat(result).isCompletedWithValue(Optional.of(Samples.lamp(1)));
  }

  @Test
  void answerGoesToTheSourceOfTheQuestionWhateverItsReplyToSays() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    int before = device.sent().size();
    String question =
        new String(
                EnvelopeCodec.write(new Envelope("urn:q", null, null, Probe.anything())),
                StandardCharsets.UTF_8)
            .replace(
                "<wsa:To>",
                "<wsa:ReplyTo><wsa:Address>soap.udp://10.0.0.99:1</wsa:Address></wsa:ReplyTo>"
                    + "<wsa:To>");
    device.hear(question.getBytes(StandardCharsets.UTF_8), client);
    lan.advance(LONG);
    assertThat(device.sent().subList(before, device.sent().size()))
        .isNotEmpty()
        .allMatch(sent -> sent.to().equals("client"));
  }

  @Test
  void byeIsToldAndEndsTheAnswers() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    device.engine.target().leave();
    lan.advance(LONG);
    assertThat(client.sightings)
        .extracting(DiscoveredTarget::kind)
        .containsExactly(DiscoveredTarget.Kind.HELLO, DiscoveredTarget.Kind.BYE);
    assertThat(probe(Probe.anything())).isEmpty();
  }

  @Test
  void forgedByeChangesNothingAtTheDeviceItNames() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    Target victim = Target.of(Samples.lamp(1).endpointReference());
    byte[] forged = EnvelopeCodec.write(new Envelope("urn:forged", null, null, new Bye(victim)));
    device.hear(forged, client);
    assertThat(probe(Probe.anything())).containsExactly(Samples.lamp(1));
  }

  @Test
  void lateHelloOfTheSameInstanceIsNotTold() {
    client.hear(hello("urn:m:1", 1, 2), device);
    client.hear(hello("urn:m:2", 1, 1), device);
    client.hear(hello("urn:m:3", 2, 1), device);
    client.hear(hello("urn:m:4", 1, 3), device);
    assertThat(client.sightings).hasSize(2);
  }

  @Test
  void answerToNoQuestionOfOursIsPassedOver() {
    Envelope unasked =
        new Envelope("urn:m", "urn:nothing", null, new ProbeMatches(List.of(Samples.lamp(1))));
    client.hear(EnvelopeCodec.write(unasked), device);
    assertThat(client.sightings).isEmpty();
  }

  @Test
  void answersToOneAddressAreLimited() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    int before = device.sent().size();
    for (int i = 0; i < 1_000; i++) {
      device.hear(resolve("urn:q:" + i), client);
    }
    lan.advance(LONG);
    assertThat(device.sent()).hasSize(before + TargetRole.ANSWERS_PER_SECOND_AND_ADDRESS);
    assertThat(probe(Probe.anything())).hasSize(1);
  }

  @Test
  void answersInAllAreLimited() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    int before = device.sent().size();
    for (int i = 0; i < 10; i++) {
      Lan.Host host = lan.join("host " + i, ANSWER_DELAY);
      for (int j = 0; j < TargetRole.ANSWERS_PER_SECOND_AND_ADDRESS; j++) {
        device.hear(resolve("urn:q:%d:%d".formatted(i, j)), host);
      }
    }
    lan.advance(LONG);
    assertThat(device.sent()).hasSize(before + TargetRole.ANSWERS_PER_SECOND);
    assertThat(probe(Probe.anything())).hasSize(1);
  }

  @Test
  void anAnswerHasAtMostThreeTimesTheBytesOfItsQuestion() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    byte[] probe = smallProbe("");
    for (int padding = 0; padding < 2_000; padding += 50) {
      lan.log.clear();
      byte[] question = smallProbe("x".repeat(padding));
      device.hear(question, client);
      lan.advance(LONG);
      int answered = lan.log.stream().mapToInt(Lan.Sent::bytes).sum();
      assertThat(answered)
          .as("to a Probe of %d bytes", question.length)
          .isBetween(1, 3 * question.length);
    }
    assertThat(probe.length).isLessThan(400);
  }

  @Test
  void aProbeTooSmallForTheAddressesIsAnsweredByTheIdentity() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    lan.log.clear();
    device.hear(smallProbe(""), client);
    lan.advance(LONG);
    assertThat(lan.log).hasSize(1);
    ProbeMatches answer = (ProbeMatches) lan.log.get(0).message();
    assertThat(answer.matches().get(0).endpointReference())
        .isEqualTo(Samples.lamp(1).endpointReference());
    assertThat(answer.matches().get(0).scopes()).isEmpty();
  }

  @Test
  void whoIsNotOnTheLinkIsNotAnswered() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    client.isOnLink = false;
    lan.log.clear();
    device.hear(smallProbe(""), client);
    device.hear(resolve("urn:q"), client);
    lan.advance(LONG);
    assertThat(lan.log).isEmpty();
  }

  @Test
  void whatOneSourceSendsIsParsedSoOftenASecondAndNoMore() {
    for (int i = 0; i < 3_000; i++) {
      client.hear(helloOf(i), device);
    }
    assertThat(client.sightings).hasSize(DiscoveryEngine.DATAGRAMS_PER_SECOND_AND_ADDRESS);
    lan.advance(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      Lan.Host source = lan.join("source " + i, ANSWER_DELAY);
      for (int j = 0; j < 200; j++) {
        client.hear(helloOf(10_000 + 200 * i + j), source);
      }
    }
    assertThat(client.sightings)
        .hasSize(
            DiscoveryEngine.DATAGRAMS_PER_SECOND_AND_ADDRESS
                + DiscoveryEngine.DATAGRAMS_PER_SECOND);
  }

  @Test
  void unwantedHellosTakeNothingFromWantedOnes() {
    client.wanted = new ByteText("urn:wanted");
    for (int i = 0; i < 3_000; i++) {
      client.hear(helloOf(i), device);
    }
    assertThat(client.sightings).isEmpty();
    Target wanted = new Target("urn:uuid:1", List.of(), List.of("urn:wanted"), List.of(), 1);
    client.hear(EnvelopeCodec.write(new Envelope("urn:w", null, null, new Hello(wanted))), device);
    assertThat(client.sightings)
        .containsExactly(new DiscoveredTarget(DiscoveredTarget.Kind.HELLO, wanted));
  }

  @Test
  void closingEndsQuestionsAndSaysByeTwice() {
    device.engine.target().announce(Samples.lamp(1));
    lan.advance(LONG);
    CompletableFuture<List<Target>> question = new CompletableFuture<>();
    device.engine.client().probe(Probe.anything(), LONG, target -> {}, question);
    lan.advance(Duration.ofMillis(100));
    device.engine.close();
    assertThat(question).isCompletedWithValue(List.of(Samples.lamp(1)));
    lan.advance(Duration.ofMillis(250));
    assertThat(device.engine.pauseNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(device.sent().stream().filter(s -> s.message() instanceof Bye)).hasSize(2);
  }

  @Test
  void consumerThatThrowsHarmsNobody() {
    device.engine.target().announce(Samples.lamp(1));
    CompletableFuture<List<Target>> all = new CompletableFuture<>();
    client
        .engine
        .client()
        .probe(
            Probe.anything(),
            LONG,
            target -> {
              throw new IllegalStateException("consumer's fault, thrown on purpose");
            },
            all);
    lan.advance(LONG);
    assertThat(all).isCompletedWithValue(List.of(Samples.lamp(1)));
  }

  private List<Target> probe(Probe probe) {
    CompletableFuture<List<Target>> result = new CompletableFuture<>();
    client.engine.client().probe(probe, LONG, target -> {}, result);
    lan.advance(LONG);
    assertThat(result).isDone();
    return result.join();
  }

  private static byte[] helloOf(int number) {
    Target target = Target.of("urn:uuid:" + number);
    return EnvelopeCodec.write(new Envelope("urn:h:" + number, null, null, new Hello(target)));
  }

  /** About the smallest that is a Probe. */
  private static byte[] smallProbe(String padding) {
    String text =
        "<e:Envelope xmlns:e=\"http://www.w3.org/2003/05/soap-envelope\""
            + " xmlns:a=\"http://www.w3.org/2005/08/addressing\"><e:Header>"
            + "<a:Action>http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/Probe</a:Action>"
            + "<a:MessageID>urn:%s%s</a:MessageID></e:Header><e:Body>"
            + "<Probe xmlns=\"http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01\"/>"
            + "</e:Body></e:Envelope>";
    return text.formatted(padding.length(), padding).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] resolve(String messageId) {
    Resolve resolve = new Resolve(Samples.lamp(1).endpointReference());
    return EnvelopeCodec.write(new Envelope(messageId, null, null, resolve));
  }

  private static byte[] hello(String messageId, long instanceId, long messageNumber) {
    AppSequence sequence = new AppSequence(instanceId, null, messageNumber);
    return EnvelopeCodec.write(new Envelope(messageId, null, sequence, new Hello(Samples.lamp(1))));
  }

  private static List<Long> scheduleOfOneExchange() {
    Lan lan = new Lan();
    Lan.Host client = lan.join("client", ANSWER_DELAY);
    Lan.Host device = lan.join("device", ANSWER_DELAY);
    device.engine.target().announce(Samples.lamp(1));
    client.engine.client().probe(Probe.anything(), LONG, t -> {}, new CompletableFuture<>());
    lan.advance(LONG);
    return lan.log.stream().map(Lan.Sent::atMillis).toList();
  }
}
