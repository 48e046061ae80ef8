package dev.flotilla.node.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence is kept where there is room for it, and is in nobody's way. */
class DamagedFolderTest {
  private static final int BYTES = 1_000;
  private static final long FOLDER_BYTES_AT_MOST = 16 << 10;
  private static final long OTHER_BYTES = 128 << 20;

  @TempDir private Path directory;
  private final AtomicLong usable = new AtomicLong();

  @Test
  void staysWhileThreeTimesItsSizeAnd128MibAreFree() throws IOException {
    DamagedFolder folder = filled();
    usable.set(3 * (2 * BYTES + FOLDER_BYTES_AT_MOST) + OTHER_BYTES);

    folder.giveWay();

    assertThat(folder.path().resolve("in").resolve("b")).hasSize(BYTES);
    assertThat(folder.isThere()).isTrue();
  }

  @Test
  void goesWhenLessIsFree() throws IOException {
    DamagedFolder folder = filled();
    usable.set(3 * 2 * BYTES + OTHER_BYTES - 1);

    folder.giveWay();

    assertThat(folder.path()).doesNotExist();
    assertThat(directory.resolve("state")).exists();
  }

  @Test
  void whatIsNotThereIsInNobodysWay() throws IOException {
    DamagedFolder folder = new DamagedFolder(directory, new FreeDisk(usable::get));

    folder.giveWay();
    folder.remove();

    assertThat(folder.isThere()).isFalse();
  }

  private DamagedFolder filled() throws IOException {
    DamagedFolder folder = new DamagedFolder(directory, new FreeDisk(usable::get));
    Files.createDirectories(folder.path().resolve("in"));
    Files.write(folder.path().resolve("a"), new byte[BYTES]);
    Files.write(folder.path().resolve("in").resolve("b"), new byte[BYTES]);
    Files.write(directory.resolve("state"), new byte[BYTES]);
    return folder;
  }
}
