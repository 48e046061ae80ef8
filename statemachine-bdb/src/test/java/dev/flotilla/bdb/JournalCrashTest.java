package dev.flotilla.bdb;

import static dev.flotilla.bdb.Samples.at;
import static dev.flotilla.bdb.Samples.recordOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.testing.Await;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class JournalCrashTest {
  @TempDir private Path directory;

  @Test
  void aKilledJournalComesBackWithWholeBatchesFromTheStart() throws Exception {
    long told = 0;
    for (int kill = 1; kill <= Sample.of(3, 1); kill++) {
      told = JournalProcess.runAndKill(directory, told + 5_000);
      long forced = CheckpointRecord.readIndex(directory, StoreKind.JOURNAL).orElse(0);
      Journal journal = new Journal();
      long last = journal.initialize(directory);
      assertThat(last % JournalProcess.BATCH).isZero();
      assertThat(last).isGreaterThanOrEqualTo(forced);
      assertThat(Files.exists(directory.resolve("damaged"))).isFalse();
      assertHoldsExactly(journal, last);
      journal.apply(Samples.range(last + 1, last + JournalProcess.BATCH));
      journal.terminate();
      told = last + JournalProcess.BATCH;
    }
  }

  @Test
  void theDumpOfAKilledJournalIsAPrefixInOrderAndChangesNothing() throws Exception {
    JournalProcess.runAndKill(directory, 3_000, this::awaitCheckpoint);
    Map<String, Long> before = files();
    StringBuilder dump = new StringBuilder();
    JournalReader.dump(directory, dump);
    List<String> lines = dump.toString().lines().toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(JournalProcess.CHECKPOINT_COMMANDS);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i)).isEqualTo(JournalText.line(recordOf(at(i + 1))));
    }
    assertThat(files()).isEqualTo(before);
    Journal journal = new Journal();
    assertThat(journal.initialize(directory)).isEqualTo(lines.size());
    journal.terminate();
  }

  @Test
  void aRunningJournalCheckpointsAsItGoes() throws Exception {
    JournalProcess.runAndKill(directory, 2_000, this::awaitCheckpoint);
    try (CheckpointRecord record = CheckpointRecord.open(directory, StoreKind.JOURNAL);
        JournalReader reader = JournalReader.open(directory)) {
      assertThat(record.index().orElseThrow())
          .isBetween((long) JournalProcess.CHECKPOINT_COMMANDS, reader.lastIndex());
    }
  }

  @Test
  void theReaderOfAJournalAtWorkSeesAPrefix() throws Exception {
    StringBuilder dump = new StringBuilder();
    JournalProcess.runAndKill(
        directory,
        3_000,
        () -> {
          awaitCheckpoint();
          JournalReader.dump(directory, dump);
        });
    List<String> lines = dump.toString().lines().toList();
    assertThat(lines).isNotEmpty();
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i)).isEqualTo(JournalText.line(recordOf(at(i + 1))));
    }
    Journal journal = new Journal();
    assertThat(journal.initialize(directory)).isGreaterThanOrEqualTo(lines.size());
    journal.terminate();
  }

  @Test
  void theReaderRefusesAJournalThatThisProcessHasOpen() throws IOException {
    Journal journal = new Journal();
    journal.initialize(directory);
    assertThatThrownBy(() -> JournalReader.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("open in this process");
    assertThat(journal.apply(Samples.range(1, 10))).hasSize(10);
    journal.terminate();
  }

  @Test
  void aDirectoryWithoutAJournalIsNamed() {
    assertThatThrownBy(() -> JournalReader.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("no journal");
  }

  private static void assertHoldsExactly(Journal journal, long last) {
    List<Execution> recalled = new ArrayList<>();
    journal.recall(Integer.MAX_VALUE, recalled::add);
    assertThat(recalled).hasSize((int) last);
    for (long index = 1; index <= last; index++) {
      assertThat(recalled.get((int) index - 1).uid()).isEqualTo(Samples.uid(index));
      assertThat(journal.find(Samples.uid(index))).contains(recordOf(at(index)));
    }
    assertThat(journal.find(Samples.uid(last + 1))).isEmpty();
  }

  /** Looks over and over; the process goes on, until it has printed more than a pipe holds. */
  private void awaitCheckpoint() {
    Await.until(
        () -> "a checkpoint",
        () ->
            CheckpointRecord.readIndex(directory, StoreKind.JOURNAL).orElse(0)
                >= JournalProcess.CHECKPOINT_COMMANDS);
  }

  private Map<String, Long> files() throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory.resolve("db"))) {
      for (Path file : all.filter(each -> each.toString().endsWith(".jdb")).toList()) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    }
    return sizes;
  }
}
