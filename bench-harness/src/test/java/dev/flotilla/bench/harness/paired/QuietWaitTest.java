package dev.flotilla.bench.harness.paired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QuietWaitTest {
  private final QuietWait wait = new QuietWait(Duration.ofMillis(1), Duration.ofMillis(20));
  private final AtomicInteger reads = new AtomicInteger();

  @Test
  void systemThatStillWorksIsWaitedFor() throws InterruptedException {
    assertThat(wait.await(() -> Math.min(5, reads.getAndIncrement()))).isTrue();

    assertThat(reads).hasValue(7);
  }

  @Test
  void systemThatNeverBecomesQuietIsGivenUp() throws InterruptedException {
    assertThat(wait.await(reads::getAndIncrement)).isFalse();

    assertThat(reads).hasValue(21);
  }

  @Test
  void heartbeatsOfAnIdleSystemAreQuiet() throws InterruptedException {
    assertThat(wait.await(() -> 0.00005 * reads.getAndIncrement())).isTrue();

    assertThat(reads).hasValue(2);
  }
}
