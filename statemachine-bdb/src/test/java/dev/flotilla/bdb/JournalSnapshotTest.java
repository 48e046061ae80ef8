package dev.flotilla.bdb;

import static dev.flotilla.bdb.Samples.at;
import static dev.flotilla.bdb.Samples.range;
import static dev.flotilla.bdb.Samples.recordOf;
import static dev.flotilla.bdb.Samples.uid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.testing.Sample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of a journal: held while it goes on, and restored, whatever happens on the way. */
@Tag("slow")
class JournalSnapshotTest {
  private static final int RECORDS = 3_000;

  /** More than Berkeley DB keeps in its buffers, so that some of it is on disk on the way. */
  private static final int MANY = 15_000;

  private static final long LAST_INDEX = MANY + 5;

  /** In a snapshot, the first record's success: whatever is not 0 is one. */
  private static final int SUCCESS_AT = 2 * Integer.BYTES + Long.BYTES + Integer.BYTES;

  /** After success, term and length, how its uid is packed: whatever is unknown is a bare UUID. */
  private static final int UID_FORM_AT = SUCCESS_AT + 1 + Long.BYTES + Integer.BYTES;

  @TempDir private Path folder;
  private final List<Journal> journals = new ArrayList<>();
  private Journal source;

  @BeforeEach
  void fill() throws IOException {
    source = open("source");
    apply(source, 1, RECORDS);
  }

  @AfterEach
  void terminate() {
    journals.forEach(Journal::terminate);
  }

  @Test
  void aJournalThatIsRestoredHasTheSameRecordsAndGoesOn() throws IOException {
    Journal restored = open("restored");
    apply(restored, 1, 10);

    restored.restoreFrom(new ByteArrayInputStream(written(source)), LAST_INDEX);

    assertThat(executions(restored)).isEqualTo(executions(source));
    assertThat(restored.find(uid(RECORDS))).contains(recordOf(at(RECORDS)));
    source.apply(range(LAST_INDEX + 1, LAST_INDEX + 10));
    restored.apply(range(LAST_INDEX + 1, LAST_INDEX + 10));
    assertThat(dumpOf("restored", restored)).isEqualTo(dumpOf("source", source));
    Journal again = open("restored");
    assertThat(executions(again)).hasSize(RECORDS + 10);
  }

  @Test
  void whatCannotBeRestoredIsRefusedBeforehand() throws IOException {
    byte[] whole = written(source);
    List<Execution> before = executions(source);

    source.verify(new ByteArrayInputStream(whole), LAST_INDEX);
    for (byte[] bad : List.of(new byte[0], new byte[32], Arrays.copyOf(whole, whole.length - 1))) {
      assertThatThrownBy(() -> source.verify(new ByteArrayInputStream(bad), LAST_INDEX))
          .isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> source.verify(new ByteArrayInputStream(whole), RECORDS - 1))
        .isInstanceOf(IOException.class);
    assertThat(executions(source)).isEqualTo(before);
  }

  @Test
  void anEmptyJournalCanBeHeldAndRestored() throws IOException {
    byte[] nothing = written(open("empty"));

    source.restoreFrom(new ByteArrayInputStream(nothing), LAST_INDEX);

    assertThat(executions(source)).isEmpty();
    assertThat(source.apply(range(LAST_INDEX + 1, LAST_INDEX + 1))).hasSize(1);
  }

  @Test
  void whatIsHeldDoesNotChangeWhileCommandsGoOn() throws IOException {
    byte[] before = written(source);
    StateSnapshot held = source.snapshot();
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    long[] next = {RECORDS};

    held.writeTo(
        new OutputStream() {
          @Override
          public void write(int value) {
            target.write(value);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            next[0]++;
            source.apply(range(next[0], next[0]));
            target.write(bytes, offset, length);
          }
        });

    assertThat(next[0]).isGreaterThan(2L * RECORDS);
    assertThat(target.toByteArray()).isEqualTo(before);
  }

  @Test
  void whatWasWrittenIsForcedHereToo() throws IOException {
    Path directory = folder.resolve("source");
    assertThat(CheckpointRecord.readIndex(directory, StoreKind.JOURNAL)).hasValue(0);

    written(source);

    assertThat(CheckpointRecord.readIndex(directory, StoreKind.JOURNAL)).hasValue(RECORDS);
  }

  @Test
  void aSnapshotOfWhatHasBeenReplacedIsGivenUp() throws IOException {
    byte[] other = written(open("empty"));
    StateSnapshot held = source.snapshot();
    source.restoreFrom(new ByteArrayInputStream(other), LAST_INDEX);

    assertThatThrownBy(() -> held.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(SnapshotGivenUp.class);
    assertThat(source.apply(range(LAST_INDEX + 1, LAST_INDEX + 1))).hasSize(1);
  }

  @Test
  void whatIsNotAWholeJournalUpToThereIsRefusedAndTheNextOneTaken() throws IOException {
    byte[] whole = written(source);
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    byte[] alien = whole.clone();
    alien[0]++;
    byte[] newer = whole.clone();
    newer[7]++;

    assertIsRefused(cut, LAST_INDEX, "cut off");
    assertIsRefused(alien, LAST_INDEX, "no journal");
    assertIsRefused(newer, LAST_INDEX, "format 2");
    assertIsRefused(whole, RECORDS - 1, "does not belong");
  }

  @Test
  @Tag("full")
  void aChangedByteAnywhereIsRefusedOrMakesAnotherJournal() throws IOException {
    Journal small = open("small");
    apply(small, 1, 1);
    byte[] state = written(small);
    Journal restored = open("restored");
    int refused = 0;
    Set<Integer> same = new TreeSet<>();
    for (int place = 0; place < state.length; place++) {
      for (byte value : new byte[] {(byte) (state[place] ^ 1), 0x67, (byte) 0xff}) {
        byte[] changed = state.clone();
        changed[place] = value;
        try {
          restored.restoreFrom(new ByteArrayInputStream(changed), LAST_INDEX);
          if (value != state[place] && Arrays.equals(written(restored), state)) {
            same.add(place);
          }
        } catch (IOException e) {
          refused++;
          restored.terminate();
          restored = open("restored");
        }
      }
    }
    assertThat(refused).isPositive();
    assertThat(same).as("places that say it in several ways").isSubsetOf(SUCCESS_AT, UID_FORM_AT);
    restored.restoreFrom(new ByteArrayInputStream(state), LAST_INDEX);
    assertThat(executions(restored)).isEqualTo(executions(small));
  }

  /**
   * As it is on the disk at every so many bytes, which is what SIGKILL leaves, or a torn end of it.
   */
  @Test
  void aCrashAnywhereLeavesAPrefixThatIsRestoredAgain() throws IOException {
    long seed = System.nanoTime();
    apply(source, RECORDS + 1, MANY);
    byte[] state = written(source);
    Journal victim = open("victim");
    apply(victim, 1, 1_000);
    List<Path> crashes = new ArrayList<>();
    Random random = new Random(seed);

    victim.restoreFrom(
        new CopyingStream(
            state, state.length / 10, () -> crashes.add(copy("victim", "crash" + crashes.size()))),
        LAST_INDEX);

    assertThat(crashes).hasSizeGreaterThan(8);
    long partial = 0;
    for (int i = 0; i < crashes.size(); i += Sample.of(1, 3)) {
      Path crash = crashes.get(i);
      if (random.nextBoolean()) {
        Directories.tearNewestFile(crash, random);
      }
      try {
        partial += assertIsAPrefixAndCanBeRestored(crash, state) > 0 ? 1 : 0;
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ", " + crash, e);
      }
    }
    assertThat(partial).as("crashes that left some records").isPositive();
  }

  @Test
  void aCrashBetweenTheStepsBeforeTheFirstRecordIsRestoredFrom() throws IOException {
    byte[] state = written(source);
    Journal victim = open("victim");
    apply(victim, 1, 1_000);
    victim.terminate();
    Path asked = copy("victim", "checkpoint-withdrawn");
    withdrawCheckpoint(asked);
    Path moved = copy("victim", "moved-away");
    withdrawCheckpoint(moved);
    Files.move(moved.resolve(CheckedDatabase.DATABASE), moved.resolve(CheckedDatabase.REPLACED));
    Path empty = copy("victim", "not-yet-deleted");
    withdrawCheckpoint(empty);
    Files.move(empty.resolve(CheckedDatabase.DATABASE), empty.resolve(CheckedDatabase.REPLACED));
    Files.createDirectory(empty.resolve(CheckedDatabase.DATABASE));

    for (Path crash : List.of(asked, moved, empty)) {
      assertIsAPrefixAndCanBeRestored(crash, state);
      assertThat(crash.resolve(CheckedDatabase.REPLACED)).doesNotExist();
    }
  }

  private long assertIsAPrefixAndCanBeRestored(Path directory, byte[] state) throws IOException {
    Journal journal = new Journal();
    journals.add(journal);
    long last = journal.initialize(directory);
    assertThat(last).isLessThan(LAST_INDEX);
    assertThat(executions(journal)).isEqualTo(executions(source).subList(0, (int) last));
    journal.restoreFrom(new ByteArrayInputStream(state), LAST_INDEX);
    assertThat(executions(journal)).isEqualTo(executions(source));
    journal.terminate();
    return last;
  }

  private void assertIsRefused(byte[] state, long lastIndex, String message) throws IOException {
    Journal journal = open("refusing");
    assertThatThrownBy(() -> journal.restoreFrom(new ByteArrayInputStream(state), lastIndex))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
    journal.terminate();
    Journal again = open("refusing");
    again.restoreFrom(new ByteArrayInputStream(written(source)), LAST_INDEX);
    assertThat(executions(again)).hasSize(RECORDS);
    again.terminate();
  }

  private static void withdrawCheckpoint(Path directory) throws IOException {
    try (CheckpointRecord record = CheckpointRecord.open(directory, StoreKind.JOURNAL)) {
      record.write(0);
    }
  }

  private Journal open(String name) throws IOException {
    Journal journal = new Journal();
    journals.add(journal);
    journal.initialize(Files.createDirectories(folder.resolve(name)));
    return journal;
  }

  private static void apply(Journal journal, long first, long last) {
    for (long next = first; next <= last; next += 100) {
      journal.apply(range(next, Math.min(next + 99, last)));
    }
  }

  private static byte[] written(Journal journal) throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (StateSnapshot held = journal.snapshot()) {
      held.writeTo(target);
    }
    return target.toByteArray();
  }

  private static List<Execution> executions(Journal journal) {
    List<Execution> recalled = new ArrayList<>();
    journal.recall(Integer.MAX_VALUE, recalled::add);
    return recalled;
  }

  private String dumpOf(String name, Journal journal) throws IOException {
    journal.terminate();
    StringBuilder dump = new StringBuilder();
    JournalReader.dump(folder.resolve(name), dump);
    return dump.toString();
  }

  private Path copy(String from, String to) {
    return Directories.copy(folder.resolve(from), folder.resolve(to));
  }
}
