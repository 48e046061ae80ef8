package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.storage.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceFileTest {
  @TempDir private Path directory;
  private InstanceFile file;

  @BeforeEach
  void open() {
    file = new InstanceFile(new FileDisk(directory));
  }

  @Test
  void theFirstInstanceIsTheTime() {
    assertThat(file.next(1_000)).isEqualTo(1_000);
    assertThat(file.next(2_000)).isEqualTo(2_000);
  }

  @Test
  void aClockThatIsSetBackStillRaisesTheInstance() {
    assertThat(file.next(1_000)).isEqualTo(1_000);
    assertThat(file.next(500)).isEqualTo(1_001);
    assertThat(file.next(500)).isEqualTo(1_002);
  }

  @Test
  void aFileThatMakesNoSenseIsPassedOver() throws IOException {
    Files.writeString(directory.resolve("instance"), "soon");
    assertThat(file.next(700)).isEqualTo(700);
    Files.writeString(directory.resolve("instance"), "");
    assertThat(file.next(700)).isEqualTo(700);
  }

  @Test
  void theLargestInstanceBeginsAnew() throws IOException {
    Files.writeString(directory.resolve("instance"), "99999999999999");
    assertThat(file.next(700)).isEqualTo(700);
  }
}
