package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.ConformanceCase;
import dev.flotilla.kit.ConformanceReport;
import dev.flotilla.kit.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Sample;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal keeps the contract of state machines, as far as the kit can see. */
@Tag("slow")
class JournalConformanceTest {
  /** Often, so that a crash finds something on the disk. */
  private static final int CHECKPOINT_COMMANDS = 5;

  @TempDir private Path directory;

  @Test
  void theJournalConforms() throws Exception {
    BdbSettings settings = BdbSettings.DEFAULT.withCheckpointEvery(CHECKPOINT_COMMANDS, 4 << 20);
    ConformanceReport report =
        Conformance.of(() -> new Journal(settings))
            .commands(JournalConformanceTest::draw)
            .queries(JournalConformanceTest::ask)
            .probes(Bytes.utf8("last 1000"))
            .canonicalSnapshots()
            .commandCount(Sample.of(60, 20))
            .check(directory);

    report.assertConforms();
    // Where the system does not list open files.
    assertThat(report.notApplicable()).isSubsetOf(ConformanceCase.FILES_ARE_CLOSED);
  }

  private static Operation draw(RandomGenerator random) {
    byte[] parameters = new byte[random.nextInt(40)];
    random.nextBytes(parameters);
    return new Operation("set-" + random.nextInt(3), Bytes.wrap(parameters));
  }

  private static Bytes ask(RandomGenerator random) {
    int number = random.nextInt(150);
    return Bytes.utf8(
        switch (random.nextInt(4)) {
          case 0 -> "index " + number;
          case 1 -> "uid command-" + number;
          case 2 -> "range " + number + " " + (number + 5);
          default -> "last " + number;
        });
  }
}
