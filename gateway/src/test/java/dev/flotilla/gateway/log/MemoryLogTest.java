package dev.flotilla.gateway.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryLogTest {
  private static final WholeRequest REQUEST =
      new WholeRequest("POST", "/", Fields.NONE, new byte[0]);

  private final AtomicLong nanos = new AtomicLong(5);
  private final MemoryLog log = new MemoryLog(new KeyRetention(60, 1 << 20), nanos::get);

  @Test
  void noKeyIsForgottenForOthersBeforeItsTime() {
    keep("first");
    int kept = 1;
    while (admit("k" + kept) instanceof Admission.Forward forward) {
      complete(forward);
      kept++;
      nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
    }

    assertThat(kept).isGreaterThan(1_000);
    assertThat(admit("k" + kept)).isInstanceOf(Admission.Refuse.class);
    Admission.Refuse refusal = (Admission.Refuse) admit("k" + kept);
    assertThat(refusal.status()).isEqualTo(503);
    assertThat(refusal.retrySeconds()).isBetween(50, 61);
    assertThat(admit("first")).isInstanceOf(Admission.Send.class);
  }

  @Test
  void aKeyIsForgottenAfterItsTimeAndLeavesRoom() {
    for (int round = 0; round < 5; round++) {
      int kept = 0;
      while (admit(round + "k" + kept) instanceof Admission.Forward forward) {
        complete(forward);
        kept++;
      }
      assertThat(kept).isGreaterThan(1_000);
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
      assertThat(admit(round + "k0")).isInstanceOf(Admission.Send.class);
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    }
  }

  @Test
  void requestsThatAreExecutedTakeRoomUntilTheyFail() {
    int running = 0;
    while (admit("k" + running) instanceof Admission.Forward forward) {
      running++;
    }
    assertThat(running).isGreaterThan(10);
    log.abandon(Ticket.local(new RequestKey("k0", "f")));

    assertThat(admit("another")).isInstanceOf(Admission.Forward.class);
  }

  private void keep(String key) {
    complete((Admission.Forward) admit(key));
  }

  private void complete(Admission.Forward forward) {
    byte[] body = "answer".getBytes(UTF_8);
    log.complete(forward.ticket(), new WholeAnswer(201, "Created", Fields.NONE, body))
        .toCompletableFuture()
        .join();
  }

  private Admission admit(String key) {
    return log.admit(REQUEST, Optional.of(new RequestKey(key, "f"))).toCompletableFuture().join();
  }
}
