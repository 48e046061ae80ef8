package dev.flotilla.node.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeDiskTest {
  @Test
  void thereIsLittleBelowWhatIsToStayFreeAndNoneBelowHalfOfIt() {
    assertThat(new FreeDisk(() -> 100).room(100)).isEqualTo(Room.ENOUGH);
    assertThat(new FreeDisk(() -> 99).room(100)).isEqualTo(Room.LITTLE);
    assertThat(new FreeDisk(() -> 50).room(100)).isEqualTo(Room.LITTLE);
    assertThat(new FreeDisk(() -> 49).room(100)).isEqualTo(Room.NONE);
    assertThat(new FreeDisk(() -> 0).room(0)).isEqualTo(Room.ENOUGH);
  }

  @Test
  void itIsThatOfTheFileSystem(@TempDir Path directory) {
    FreeDisk disk = FreeDisk.of(directory);
    assertThat(disk.room(1)).isEqualTo(Room.ENOUGH);
    assertThat(disk.room(Long.MAX_VALUE)).isEqualTo(Room.NONE);
  }

  @Test
  void whereNobodyCanSayThereIsEnough(@TempDir Path directory) {
    FreeDisk disk = FreeDisk.of(directory.resolve("missing"));
    assertThat(disk.room(Long.MAX_VALUE)).isEqualTo(Room.ENOUGH);
  }

  @Test
  void plentyIsMeasuredOnceInTwentyMilliseconds() {
    AtomicLong usable = new AtomicLong(FreeDisk.PLENTY_BYTES);
    AtomicLong nanos = new AtomicLong(1_000_000_000);
    LongSupplier reusing = FreeDisk.reusing(usable::get, nanos::get);
    assertThat(reusing.getAsLong()).isEqualTo(FreeDisk.PLENTY_BYTES);

    usable.set(7);
    nanos.addAndGet(FreeDisk.REUSE_MILLIS * 1_000_000 - 1);
    assertThat(reusing.getAsLong()).isEqualTo(FreeDisk.PLENTY_BYTES);
    nanos.addAndGet(1);
    assertThat(reusing.getAsLong()).isEqualTo(7);
  }

  @Test
  void scarceSpaceIsMeasuredEachTime() {
    AtomicLong usable = new AtomicLong(FreeDisk.PLENTY_BYTES - 1);
    LongSupplier reusing = FreeDisk.reusing(usable::get, () -> 1_000_000_000);
    assertThat(reusing.getAsLong()).isEqualTo(FreeDisk.PLENTY_BYTES - 1);

    usable.set(7);
    assertThat(reusing.getAsLong()).isEqualTo(7);
  }
}
