package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class BoundedEndTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void anEndThatHangsIsLeftBehind() {
    CountDownLatch never = new CountDownLatch(1);

    assertThat(BoundedEnd.within(Duration.ofMillis(10), () -> awaited(never))).isFalse();
    assertThat(BoundedEnd.within(LONG, () -> {})).isTrue();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
