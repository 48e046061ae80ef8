package dev.flotilla.node.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PacedStreamTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long RATE = 100_000;
  private static final byte[] PIECE = new byte[10_000];

  private final ByteArrayOutputStream target = new ByteArrayOutputStream();
  private final NodeLifecycle life = new NodeLifecycle("test", 1, () -> {}, () -> {});
  private final PausedClock clock = new PausedClock();
  private final PacedStream paced = new PacedStream(target, RATE, clock, life);

  @Test
  void soManyBytesASecondAreWritten() throws IOException {
    for (int i = 0; i < 100; i++) {
      paced.write(PIECE);
    }

    assertThat(target.size()).isEqualTo(1_000_000);
    assertThat(clock.nowNanos).isBetween(99 * SECOND_NANOS / 10, 101 * SECOND_NANOS / 10);
    assertThat(clock.pauses).allMatch(it -> it <= SECOND_NANOS / 10);
  }

  @Test
  void theLoneBytesOfAStateAreNotPausedForOneByOne() throws IOException {
    for (int i = 0; i < PIECE.length; i++) {
      paced.write(1);
    }

    assertThat(clock.nowNanos).isBetween(SECOND_NANOS / 25, SECOND_NANOS / 9);
    assertThat(clock.pauses).hasSizeLessThan(25);
  }

  @Test
  void aStateThatIsSlowInWritingIsNotHeldUp() throws IOException {
    for (int i = 0; i < 100; i++) {
      paced.write(PIECE);
      clock.nowNanos += SECOND_NANOS;
    }
    clock.pauses.clear();
    paced.write(PIECE);

    assertThat(clock.pauses.stream().mapToLong(it -> it).sum())
        .as("it has not saved up 90 s")
        .isLessThanOrEqualTo(SECOND_NANOS / 10);
    paced.write(PIECE);
    assertThat(clock.pauses.stream().mapToLong(it -> it).sum()).isGreaterThan(SECOND_NANOS / 10);
  }

  @Test
  void aNodeThatStopsWaitsNoLonger() throws IOException {
    clock.whilePausing = life::close;
    paced.write(PIECE);

    assertThat(clock.pauses).hasSize(1);
    assertThatThrownBy(() -> paced.write(PIECE)).isInstanceOf(SnapshotGivenUp.class);
    assertThatThrownBy(() -> paced.write(1)).isInstanceOf(SnapshotGivenUp.class);
    assertThatThrownBy(paced::flush).isInstanceOf(SnapshotGivenUp.class);
    assertThat(target.size()).isEqualTo(PIECE.length);
  }

  @Test
  void whereNoTimePassesNobodyWaitsForEver() throws IOException {
    Clock standingClock =
        new Clock() {
          @Override
          public long nanoTime() {
            return 7;
          }

          @Override
          public void pause(long nanos) {}
        };
    PacedStream standing = new PacedStream(target, RATE, standingClock, life);
    for (int i = 0; i < 100; i++) {
      standing.write(PIECE);
    }

    assertThat(target.size()).isEqualTo(1_000_000);
  }

  @Test
  void pacesThatAreNoneAreRefusedWithTheBounds() {
    assertThatThrownBy(() -> SnapshotOptions.DEFAULT.withBytesPerSecond(1023))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1024 and 8589934592")
        .hasMessageContaining("not 1023");
  }

  /** Goes on by its pauses only. */
  private static final class PausedClock implements Clock {
    private long nowNanos;
    private final List<Long> pauses = new ArrayList<>();
    private Runnable whilePausing = () -> {};

    @Override
    public long nanoTime() {
      return nowNanos;
    }

    @Override
    public void pause(long nanos) {
      nowNanos += nanos;
      pauses.add(nanos);
      whilePausing.run();
    }
  }
}
