package dev.flotilla.node.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
}
