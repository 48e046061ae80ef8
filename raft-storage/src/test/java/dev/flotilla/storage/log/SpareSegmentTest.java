package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class SpareSegmentTest {
  private static final int BYTES = 4096;

  private final MemoryDisk disk = new MemoryDisk();
  private final SegmentFiles files = new SegmentFiles(disk, 1);

  @Test
  void aSpareThatFailedLongAgoIsMadeAfreshWhenItIsNeeded() throws IOException {
    disk.fillUpAfter(0);
    SpareSegment spare = new SpareSegment(files, 2, BYTES, Runnable::run, () -> {});
    disk.fillUpAfter(Long.MAX_VALUE);

    try (DiskFile file = spare.take()) {
      assertThat(file.size()).isEqualTo(BYTES);
    }
  }

  @Test
  void aSpareThatTheExecutorRejectsIsMadeAtOnce() throws IOException {
    SpareSegment spare =
        new SpareSegment(
            files,
            2,
            BYTES,
            task -> {
              throw new RejectedExecutionException();
            },
            () -> {});

    assertThat(spare.state()).isEqualTo(LogRoom.Next.READY);
    spare.close();
  }

  @Test
  void aSpareThatStillCannotBeMadeFailsWithTheReason() throws IOException {
    disk.fillUpAfter(0);
    SpareSegment spare = new SpareSegment(files, 2, BYTES, Runnable::run, () -> {});

    assertThat(spare.state()).isEqualTo(LogRoom.Next.NO_ROOM);
    assertThatThrownBy(spare::take)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could not be made")
        .hasMessageContaining("space");
  }

  @Test
  void whatIsNoFailureOfTheDiskIsNotTakenForAFullOne() {
    // As little to be had as memory that there is not.
    SpareSegment spare = new SpareSegment(files, 2, -1, Runnable::run, () -> {});

    assertThatThrownBy(spare::state)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("could not be made")
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }
}
