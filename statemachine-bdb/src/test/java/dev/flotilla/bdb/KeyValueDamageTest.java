package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.EnvironmentFailureException;
import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class KeyValueDamageTest {
  private static final int COMMANDS = 2_000;

  private final KeyValueModel model = new KeyValueModel(7, 600);
  @TempDir private Path folder;

  @Test
  void aDatabaseThatEndsBeforeItsCheckpointIsSetAsideAndRebuilt() throws IOException {
    Path directory = filled("older", COMMANDS / 2);
    Path newer = filled("newer", COMMANDS);
    Files.copy(
        newer.resolve(CheckpointRecord.FILE_NAME),
        directory.resolve(CheckpointRecord.FILE_NAME),
        StandardCopyOption.REPLACE_EXISTING);
    assertIsRebuilt(directory);
  }

  @Test
  void aDatabaseWithoutItsCheckpointIsSetAsideAndRebuilt() throws IOException {
    Path directory = filled("bare", COMMANDS);
    Files.delete(directory.resolve(CheckpointRecord.FILE_NAME));
    assertIsRebuilt(directory);
  }

  /** As SIGKILL leaves it, and as a power cut may: Berkeley DB's own head is written by itself. */
  @Test
  void aDatabaseWhoseMakingEndedBeforeItsFirstEntryIsMadeAnewAndNothingIsSetAside()
      throws IOException {
    for (int bytes = 0; bytes < 100; bytes += Sample.of(1, 9)) {
      Path directory = filled("begun-" + bytes, 0);
      truncateLogFiles(directory, bytes);

      KeyValueStore store = new KeyValueStore();
      assertThat(store.initialize(directory)).isZero();
      store.apply(puts(1, 1, Bytes.utf8("value")));
      store.terminate();

      assertThat(directory.resolve(Directories.DAMAGED)).as(bytes + " bytes").doesNotExist();
    }
  }

  /** What was killed while it rebuilt keeps what it had set aside, and not what it had begun. */
  @Test
  void aRebuildThatEndedBeforeItsFirstEntryLeavesWhatWasSetAside() throws IOException {
    Path directory = filled("twice", COMMANDS);
    Path evidence = directory.resolve(Directories.DAMAGED).resolve("00000000.jdb");
    Files.createDirectory(evidence.getParent());
    Files.writeString(evidence, "what was damaged");
    truncateLogFiles(directory, 0);

    KeyValueStore store = new KeyValueStore();
    assertThat(store.initialize(directory)).isZero();
    store.terminate();

    assertThat(evidence).hasContent("what was damaged");
  }

  @Test
  void aDatabaseThatHasLostEveryByteIsSetAsideAndRebuilt() throws IOException {
    Path directory = filled("emptied", COMMANDS);
    truncateLogFiles(directory, 0);
    assertIsRebuilt(directory);
  }

  private static void truncateLogFiles(Path directory, int bytes) throws IOException {
    Path home = directory.resolve(CheckedDatabase.DATABASE);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(home, "*.jdb")) {
      for (Path file : files) {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
      }
    }
  }

  @Test
  void aDatabaseThatHasLostAllItsPairsIsSetAsideAndRebuilt() throws IOException {
    Path directory = filled("lost", COMMANDS);
    EnvironmentConfig config =
        BdbEnvironment.writing(BdbSettings.DEFAULT.limits(), StoreKind.KEY_VALUE);
    Path home = directory.resolve(CheckedDatabase.DATABASE);
    try (Environment environment = new Environment(home.toFile(), config)) {
      environment.removeDatabase(null, "pairs");
    }
    assertIsRebuilt(directory);
  }

  /** Berkeley DB notes by itself, in a file, what it has found while it was read. */
  @Test
  @Tag("full")
  void damageThatIsFoundInUseEndsTheStoreAndTheNextStartRebuildsIt() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("large"));
    Bytes value = Bytes.wrap(new byte[KeyValueStore.MAX_VALUE_BYTES / 8]);
    int pairs = 1_300;
    KeyValueStore store = new KeyValueStore();
    store.initialize(directory);
    for (int i = 1; i <= pairs; i += 100) {
      store.apply(puts(i, 100, value));
    }
    store.terminate();
    Path first = directory.resolve(CheckedDatabase.DATABASE).resolve("00000000.jdb");
    byte[] bytes = Files.readAllBytes(first);
    bytes[bytes.length / 2]++;
    Files.write(first, bytes);

    KeyValueStore damaged = new KeyValueStore();
    assertThat(damaged.initialize(directory)).isEqualTo(pairs);
    assertThatThrownBy(() -> KeyValueModel.contents(damaged))
        .isInstanceOf(EnvironmentFailureException.class);
    assertThatThrownBy(damaged::room)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the key-value store in " + directory);
    damaged.terminate();

    KeyValueStore again = new KeyValueStore();
    assertThat(again.initialize(directory)).isZero();
    assertThat(directory.resolve(Directories.DAMAGED)).isDirectory();
    again.terminate();
  }

  /** The node reads the executions at its start: far more than the opening has read. */
  @Test
  @Tag("full")
  void damageThatIsFoundInRecallIsToldWithItsRemedyAndTheNextStartRebuilds() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("recalled"));
    KeyValueStore store = new KeyValueStore();
    store.initialize(directory);
    int pairs = 1_300;
    for (int i = 1; i <= pairs; i += 100) {
      store.apply(puts(i, 100, Bytes.wrap(new byte[KeyValueStore.MAX_VALUE_BYTES / 8])));
    }
    store.terminate();
    Directories.rot(directory, "uid-7");

    KeyValueStore damaged = new KeyValueStore();
    assertThat(damaged.initialize(directory)).isEqualTo(pairs);
    assertThatThrownBy(() -> damaged.recall(Integer.MAX_VALUE, each -> {}))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the key-value store in " + directory + " cannot be read")
        .hasMessageContaining("start again; if that does not help, move " + directory);
    damaged.terminate();

    KeyValueStore again = new KeyValueStore();
    assertThat(again.initialize(directory)).isZero();
    assertThat(directory.resolve(Directories.DAMAGED)).isDirectory();
    again.terminate();
  }

  private static List<CommittedCommand> puts(int first, int count, Bytes value) {
    return IntStream.range(first, first + count)
        .mapToObj(
            i -> {
              KeyValueText.Operation put = KeyValueText.put(Bytes.utf8("key-" + i), value);
              return Samples.at(i, "uid-" + i, put.command(), put.parameters());
            })
        .toList();
  }

  @Test
  void aDirectoryOfAnotherMachineIsRefusedAndLeftAlone() throws IOException {
    Path ofPairs = filled("pairs", 10);
    Path ofRecords = Files.createDirectory(folder.resolve("records"));
    Journal journal = new Journal();
    journal.initialize(ofRecords);
    journal.apply(Samples.range(1, 10));
    journal.terminate();

    assertThatThrownBy(() -> new Journal().initialize(ofPairs))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ofPairs + " holds a key-value store, not a journal")
        .hasMessageContaining("start the server with the state machine that it had");
    assertThatThrownBy(() -> new KeyValueStore().initialize(ofRecords))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds a journal, not a key-value store");

    Journal again = new Journal();
    assertThat(again.initialize(ofRecords)).isEqualTo(10);
    again.terminate();
    KeyValueStore store = new KeyValueStore();
    assertThat(store.initialize(ofPairs)).isEqualTo(10);
    store.terminate();
  }

  @Test
  void whoReadsItAsAJournalIsToldWhomToAsk() throws IOException {
    Path ofPairs = filled("pairs", 10);

    assertThatThrownBy(() -> JournalReader.dump(ofPairs, new StringBuilder()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ofPairs + " holds a key-value store, not a journal")
        .hasMessageContaining("ask its server by 'query'");
  }

  /** One flipped bit anywhere may cost a rebuild or a refusal, never a pair or a wrong one. */
  @Test
  void aFlippedBitNeverLosesOrChangesAPairSilently() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Path sound = filled("sound", COMMANDS);
    Map<String, String> whole = contents(sound);
    assertThat(whole).hasSizeGreaterThan(100);
    for (int round = 0; round < Sample.of(40, 10); round++) {
      Path copy = Directories.copy(sound, folder.resolve("copy-" + round));
      String flipped = Directories.flip(copy, random);
      try {
        readsTheSameOrSaysSo(copy, whole);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round + ", " + flipped, e);
      }
    }
  }

  private static void readsTheSameOrSaysSo(Path directory, Map<String, String> whole)
      throws IOException {
    KeyValueStore store = new KeyValueStore();
    try {
      long last = store.initialize(directory);
      assertThat(last).isIn(0L, (long) COMMANDS);
      // As the node does at its start: what is refused here is refused with a remedy.
      int[] recalled = {0};
      store.recall(Integer.MAX_VALUE, each -> recalled[0]++);
      assertThat(recalled[0]).isEqualTo((int) last);
      readsTheSameOrFails(store, last == 0 ? new TreeMap<>() : whole);
    } catch (UncheckedIOException | IOException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    } finally {
      store.terminate();
    }
  }

  private static void readsTheSameOrFails(KeyValueStore store, Map<String, String> whole) {
    try {
      assertThat(KeyValueModel.contents(store)).isEqualTo(whole);
    } catch (EnvironmentFailureException inUse) {
      assertThat(inUse.getMessage()).isNotBlank();
    }
  }

  private void assertIsRebuilt(Path directory) throws IOException {
    KeyValueStore store = new KeyValueStore();
    assertThat(store.initialize(directory)).isZero();
    assertThat(directory.resolve(Directories.DAMAGED)).isDirectory();
    assertThat(KeyValueModel.contents(store)).isEmpty();
    store.apply(model.commands(1, COMMANDS));
    store.terminate();
    assertThat(contents(directory)).isEqualTo(contents(filled("as-it-should-be", COMMANDS)));
  }

  private Path filled(String name, int commands) throws IOException {
    Path directory = Files.createDirectory(folder.resolve(name));
    KeyValueStore store = new KeyValueStore();
    store.initialize(directory);
    for (int first = 1; first <= commands; first += 100) {
      store.apply(model.commands(first, Math.min(first + 99, commands)));
    }
    store.terminate();
    return directory;
  }

  private static Map<String, String> contents(Path directory) throws IOException {
    KeyValueStore store = new KeyValueStore();
    assertThat(store.initialize(directory)).isPositive();
    Map<String, String> contents = KeyValueModel.contents(store);
    store.terminate();
    return contents;
  }
}
