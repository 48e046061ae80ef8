package dev.flotilla.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  @Test
  void theDefaultGrowsUpToItsLongestWait() {
    long before = 0;
    for (int waits = 0; waits < 5; waits++) {
      long limit = RetryPolicy.DEFAULT.limit(waits).toMillis();
      assertThat(limit).as("wait %s", waits).isGreaterThan(before);
      before = limit;
    }

    assertThat(RetryPolicy.DEFAULT.limit(5)).isEqualTo(RetryPolicy.DEFAULT.max());
    assertThat(RetryPolicy.DEFAULT.limit(Integer.MAX_VALUE)).isEqualTo(RetryPolicy.DEFAULT.max());
  }

  @Test
  void theWaitsOfZooKeepersClientDoNotGrow() {
    assertThat(RetryPolicy.ZOOKEEPER.limit(0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(RetryPolicy.ZOOKEEPER.limit(9)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void rangesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> policy(-1, 10, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> policy(20, 10, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> policy(10, 100, 5));
  }

  private static RetryPolicy policy(int minMillis, int maxMillis, int firstMillis) {
    return RetryPolicy.between(Duration.ofMillis(minMillis), Duration.ofMillis(maxMillis))
        .startingAt(Duration.ofMillis(firstMillis));
  }
}
