package dev.flotilla.raft.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TimingTest {
  @Test
  void intervalsThatFitEachOtherAreTaken() {
    Timing slow = new Timing(1_500, 3_000, 500);
    RaftOptions options = RaftOptions.DEFAULT.withTiming(slow);

    assertThat(options.timing()).isEqualTo(slow);
    assertThat(options.electionTimeoutMinNanos()).isEqualTo(1_500_000_000L);
    assertThat(options.maxUnappliedEntries()).isEqualTo(RaftOptions.DEFAULT.maxUnappliedEntries());
    assertThat(RaftOptions.DEFAULT.timing()).isEqualTo(Timing.DEFAULT);
    new Timing(15, 20, 5);
    new Timing(59_995, 60_000, 5);
  }

  @Test
  void intervalsThatDoNotFitAreRefusedInOneLine() {
    refused(149, 300, 50, "the minimum must be at least 150 ms");
    refused(150, 199, 50, "the maximum must be at least 200 ms");
    refused(150, 100, 50, "too narrow");
    refused(100, 60_001, 5, "at most 60000 ms");
    refused(100, 200, 4, "at least 5 ms, not 4");
    refused(100, 200, Integer.MAX_VALUE, "does not fit");
    refused(Integer.MIN_VALUE, 200, 5, "does not fit");
  }

  private static void refused(int min, int max, int heartbeat, String part) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Timing(min, max, heartbeat))
        .withMessageContaining(part)
        .withMessageNotContaining("\n");
  }
}
