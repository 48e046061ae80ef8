package dev.flotilla.dpws.eventing;

import static dev.flotilla.dpws.eventing.SourceUnderTest.subscribeTo;
import static dev.flotilla.dpws.eventing.SourceUnderTest.subscribeWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that subscribers fetch, beside those that are published. */
class FeedsOfSourceTest {
  private static final URI DIALECT = URI.create("urn:test:from");

  private final AtomicInteger refusals = new AtomicInteger();
  private final List<String> opened = new ArrayList<>();
  private final AtomicInteger closed = new AtomicInteger();
  private EventLoops loops;
  private ScriptedSink sink;
  private SourceUnderTest service;

  @BeforeEach
  void open() throws Exception {
    loops = EventLoops.start(1, "test");
    sink = new ScriptedSink(loops);
    service =
        new SourceUnderTest(
            loops,
            EventSource.open(
                loops,
                SourceUnderTest.PATIENT,
                List.of(Sensor.ALARM),
                List.of(new FeedType<>(Sensor.TEMPERATURE, DIALECT, this::begin))));
  }

  @AfterEach
  void close() throws Exception {
    service.close();
    sink.close();
    loops.close();
  }

  /** Two temperatures, then nothing more. */
  private EventFeed<String> begin(String filter) throws SoapFaultException {
    if (refusals.getAndDecrement() > 0) {
      throw new SoapFaultException(SoapFault.receiver("not yet"));
    }
    opened.add(filter);
    AtomicInteger next = new AtomicInteger();
    return new EventFeed<>() {
      @Override
      public CompletionStage<String> next() {
        int number = next.getAndIncrement();
        return number < 2
            ? CompletableFuture.completedFuture("degree " + number)
            : new CompletableFuture<>();
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    };
  }

  @Test
  void withoutAFilterASinkGetsFeedsToo() throws Exception {
    service.subscribe(subscribeTo(sink.reference()));
    assertThat(sink.nextEvent()).isEqualTo("degree 0");
    assertThat(sink.nextEvent()).isEqualTo("degree 1");
    service.source.publish(Sensor.ALARM, "fire");

    assertThat(sink.nextEvent()).isEqualTo("fire");
    assertThat(opened).containsExactly("");
  }

  @Test
  void aFeedThatIsNotThereYetFollows() throws Exception {
    refusals.set(Integer.MAX_VALUE);
    service.subscribe(subscribeTo(sink.reference()));
    service.source.publish(Sensor.ALARM, "fire");
    assertThat(sink.nextEvent()).isEqualTo("fire");
    refusals.set(0);

    assertThat(sink.nextEvent()).isEqualTo("degree 0");
    assertThat(opened).hasSize(1);
  }

  @Test
  void whoNamesAFeedThatIsNotThereYetIsRefused() {
    refusals.set(1);

    assertThat(
            service.refusal(subscribeWith(sink.reference(), Sensor.TEMPERATURE.action())).reason())
        .isEqualTo("not yet");
    assertThat(service.source.subscriptionCount()).isZero();
  }

  @Test
  void theEndOfASubscriptionClosesItsFeed() throws Exception {
    service.subscribe(subscribeTo(sink.reference()));
    assertThat(sink.nextEvent()).isEqualTo("degree 0");
    assertThat(sink.nextEvent()).isEqualTo("degree 1");
    service.close();

    Await.until(() -> closed + " feeds are closed", () -> closed.get() == 1);
  }
}
