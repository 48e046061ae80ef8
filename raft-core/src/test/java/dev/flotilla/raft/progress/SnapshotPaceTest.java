package dev.flotilla.raft.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.options.CompactionOptions;
import org.junit.jupiter.api.Test;

final class SnapshotPaceTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long RATE = 100_000;
  private static final int CHUNK_BYTES = 1000;

  private final SnapshotPace pace = pace(RATE);
  private long nowNanos = 7;
  private long logBytes = 3;
  private long sentBytes;

  @Test
  void soManyBytesASecondLeaveAndNoMoreHoweverOftenItIsAsked() {
    sendFor(SECOND_NANOS, 11_000);

    assertThat(sentBytes).isBetween(RATE, RATE + RATE / 10);
  }

  @Test
  void whoComesWhenThePaceSaysFindsItOpenAndNotBefore() {
    for (int piece = 0; piece < 200; piece++) {
      sendWhileOpen();
      long openNanos = pace.openNanos();
      nowNanos = openNanos - 1000;
      assertThat(pace.isOpen(nowNanos, logBytes)).isFalse();
      nowNanos = pace.openNanos();
      assertThat(pace.isOpen(nowNanos, logBytes)).isTrue();
    }
    assertThat(pace.openNanos()).as("it is").isEqualTo(nowNanos);
  }

  @Test
  void afterALongWhileNoMoreThanABurstLeavesAtOnce() {
    sendWhileOpen();
    nowNanos += 100 * SECOND_NANOS;
    sentBytes = 0;
    sendWhileOpen();

    assertThat(sentBytes).isBetween(RATE / 20, RATE / 20 + CHUNK_BYTES);
  }

  @Test
  void aLogThatGrowsFastHastensIt() {
    long begunBytes = logBytes;
    for (int i = 0; i < 1000; i++) {
      nowNanos += SECOND_NANOS / 1000;
      logBytes += RATE / 1000;
      sendWhileOpen();
    }

    assertThat(sentBytes)
        .isBetween(5 * (logBytes - begunBytes), 5 * (logBytes - begunBytes) + RATE / 10);
  }

  @Test
  void withoutABoundItIsAlwaysOpen() {
    SnapshotPace unlimited = pace(CompactionOptions.UNLIMITED);
    for (int i = 0; i < 1000; i++) {
      assertThat(unlimited.isOpen(nowNanos, logBytes)).isTrue();
      unlimited.sent(Integer.MAX_VALUE);
    }
  }

  @Test
  void pacesThatAreNoneAreRefusedWithTheBounds() {
    assertThatThrownBy(() -> pace(CompactionOptions.MIN_BYTES_PER_SECOND - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bytesPerSecond")
        .hasMessageContaining("1024 and 8589934592")
        .hasMessageContaining("not 1023");
    assertThatThrownBy(() -> pace(CompactionOptions.UNLIMITED + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CompactionOptions(-1, 1, 1, RATE))
        .hasMessageContaining("keptEntries");
    assertThatThrownBy(() -> new CompactionOptions(0, 1, 0, RATE))
        .hasMessageContaining("maxChunkBytes");
  }

  private void sendFor(long nanos, long stepNanos) {
    long endNanos = nowNanos + nanos;
    while (nowNanos < endNanos) {
      sendWhileOpen();
      nowNanos += stepNanos;
    }
  }

  private void sendWhileOpen() {
    while (pace.isOpen(nowNanos, logBytes)) {
      pace.sent(CHUNK_BYTES);
      sentBytes += CHUNK_BYTES;
    }
  }

  private static SnapshotPace pace(long bytesPerSecond) {
    return new SnapshotPace(CompactionOptions.DEFAULT.withBytesPerSecond(bytesPerSecond));
  }
}
