package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.testing.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatientFeedTest {
  private final EventLoops loops = EventLoops.start(1, "test");
  private final AtomicInteger looks = new AtomicInteger();

  @AfterEach
  void stop() {
    loops.close();
  }

  private EventFeed<String> refuse(String filter) throws SoapFaultException {
    looks.incrementAndGet();
    throw new SoapFaultException(SoapFault.receiver("not yet"));
  }

  @Test
  void closingEndsTheCallThatWaits() {
    PatientFeed<String> feed = new PatientFeed<>(loops, this::refuse);
    CompletableFuture<String> next = feed.next().toCompletableFuture();
    Await.until(() -> looks + " looks", () -> looks.get() > 1);
    assertThat(next).isNotDone();

    feed.close();

    assertThat(next).isCompletedExceptionally();
  }
}
