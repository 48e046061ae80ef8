package dev.flotilla.raft.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SnapshotMetadataTest {
  @Test
  void itHasALogTimeThatItsLastEntryCanHave() {
    assertThat(at(0).timeMillis()).isZero();
    assertThat(at(NumberLimits.MAX_TIME_MILLIS).timeMillis())
        .isEqualTo(NumberLimits.MAX_TIME_MILLIS);
    for (long timeMillis : new long[] {Long.MIN_VALUE, -1, NumberLimits.MAX_TIME_MILLIS + 1}) {
      assertThatThrownBy(() -> at(timeMillis))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("log time " + timeMillis);
    }
  }

  private static SnapshotMetadata at(long timeMillis) {
    return new SnapshotMetadata(new LogPosition(7, 2), timeMillis, Members.group(3), 1, 10, 7);
  }
}
