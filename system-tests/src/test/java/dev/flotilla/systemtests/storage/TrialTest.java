package dev.flotilla.systemtests.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.systemtests.Trees;
import dev.flotilla.systemtests.storage.Trial.Ending.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system test would notice: a few harms of which it is known what must come of them. */
@Tag("full")
class TrialTest {
  @TempDir private Path directory;

  @Test
  void whatComesOfHarmIsToldRightly() throws Exception {
    KnownDirectory known =
        KnownDirectory.write(
            directory.resolve("sound"), directory.resolve("scratch"), new Random(1));
    Trial trial = new Trial(known, directory.resolve("copy"));
    for (Control control : Control.values()) {
      assertThat(trial.of(control).kind()).as(control.toString()).isEqualTo(control.kind());
    }
    for (String file : List.of("identity.properties", "founding.properties")) {
      Flip flip = new Flip(file, 90, 1);
      assertThat(trial.of(flip).kind()).as(flip.toString()).isEqualTo(Kind.REFUSED);
    }
    assertThat(trial.of(path -> Files.delete(path.resolve("machine/checkpoint"))).kind())
        .isEqualTo(Kind.REBUILT);
    assertThat(trial.of(path -> Trees.delete(path.resolve("machine/db"))).kind())
        .isIn(Kind.BORNE, Kind.REBUILT);
  }
}
