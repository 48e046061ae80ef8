package dev.flotilla.order.live;

import static dev.flotilla.order.live.HeartbeatDetector.FIRST_TIMEOUT_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.order.ProcessGroup;
import org.junit.jupiter.api.Test;

class HeartbeatDetectorTest {
  private final HeartbeatDetector detector = new HeartbeatDetector(new ProcessGroup(0, 3), 0);

  @Test
  void aSilentProcessIsSuspectedOnce() {
    detector.heard(1, FIRST_TIMEOUT_NANOS / 2);
    assertThat(detector.check(FIRST_TIMEOUT_NANOS)).isEmpty();
    assertThat(detector.check(FIRST_TIMEOUT_NANOS + 1)).containsExactly(2);
    assertThat(detector.check(FIRST_TIMEOUT_NANOS + 2)).isEmpty();
  }

  @Test
  void aWrongSuspicionDoublesTheTimeUntilTheNext() {
    detector.heard(1, 10 * FIRST_TIMEOUT_NANOS);
    long now = FIRST_TIMEOUT_NANOS + 1;
    assertThat(detector.check(now)).containsExactly(2);
    assertThat(detector.heard(2, now)).isTrue();
    assertThat(detector.heard(2, now)).isFalse();
    assertThat(detector.check(now + 2 * FIRST_TIMEOUT_NANOS)).isEmpty();
    assertThat(detector.check(now + 2 * FIRST_TIMEOUT_NANOS + 1)).containsExactly(2);
  }
}
