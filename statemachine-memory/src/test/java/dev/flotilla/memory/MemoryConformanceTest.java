package dev.flotilla.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.codec.RecordCodec;
import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.ConformanceCase;
import dev.flotilla.kit.ConformanceReport;
import dev.flotilla.kit.Operation;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both machines keep the contract of state machines, as far as the kit can see. */
@Tag("slow")
class MemoryConformanceTest {
  @TempDir private Path directory;

  @Test
  void theMapConforms() throws IOException {
    ConformanceReport report =
        MapOperations.conformance(MapOperations::machine).inMemory().check(directory);

    report.assertConforms();
    assertThat(report.notApplicable())
        .doesNotContain(
            ConformanceCase.CHANGED_SNAPSHOT_IS_BORNE, ConformanceCase.SNAPSHOT_HOLDS_STILL);
  }

  @Test
  @Tag("full")
  void aMapInAFileConforms() throws IOException {
    ConformanceReport report =
        MapOperations.conformance(() -> new FileSnapshotMachine(MapOperations.machine(), 7))
            .commandCount(60)
            .check(directory);

    report.assertConforms();
    assertThat(report.notApplicable())
        .contains(ConformanceCase.FIND_TELLS_WHAT_WAS_EXECUTED)
        // Where the system does not list open files.
        .isSubsetOf(ConformanceCase.FIND_TELLS_WHAT_WAS_EXECUTED, ConformanceCase.FILES_ARE_CLOSED);
  }

  @Test
  @Tag("full")
  void aStateInAFileThatActsOnSessionEndsConforms() throws IOException {
    var codec = RecordCodec.forCommands(Visits.Order.class);
    Visits.Order visit = new Visits.Order.Visit();
    Conformance.of(() -> new FileSnapshotMachine(Visits.GROUP.machine(new Visits()), 7))
        .commands(random -> new Operation(codec.nameOf(visit), codec.parametersOf(visit)))
        .probes(Visits.GROUP.question(new Visits.Order.Look()))
        .inSessions()
        .canonicalSnapshots()
        .commandCount(60)
        .check(directory)
        .assertConforms();
  }
}
