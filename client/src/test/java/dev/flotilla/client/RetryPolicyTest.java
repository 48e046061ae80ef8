package dev.flotilla.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  @Test
  void theDefaultGrowsUpToItsLongestWait() {
    int before = 0;
    for (int waits = 0; waits < 5; waits++) {
      int limit = RetryPolicy.DEFAULT.limitMillis(waits);
      assertThat(limit).as("wait %s", waits).isGreaterThan(before);
      before = limit;
    }

    assertThat(RetryPolicy.DEFAULT.limitMillis(5)).isEqualTo(RetryPolicy.DEFAULT.maxMillis());
    assertThat(RetryPolicy.DEFAULT.limitMillis(Integer.MAX_VALUE))
        .isEqualTo(RetryPolicy.DEFAULT.maxMillis());
  }

  @Test
  void theWaitsOfZooKeepersClientDoNotGrow() {
    assertThat(RetryPolicy.ZOOKEEPER.limitMillis(0)).isEqualTo(1_000);
    assertThat(RetryPolicy.ZOOKEEPER.limitMillis(9)).isEqualTo(1_000);
  }

  @Test
  void rangesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(-1, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(20, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(10, 100, 5));
  }
}
