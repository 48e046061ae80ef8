package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bdb.database.BdbEnvironment;
import dev.flotilla.bdb.database.CheckedDatabase;
import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.bdb.pairs.KeyValueDatabase;
import dev.flotilla.bdb.pairs.KeyValuePair;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of a key-value store: held while it goes on, and restored, whatever happens. */
@Tag("slow")
class KeyValueSnapshotTest {
  /** More than are read in one go. */
  private static final int KEYS = 3_000;

  private static final int COMMANDS = 4_000;
  private static final long LAST_INDEX = COMMANDS + 5;

  private final long seed = System.nanoTime();
  private final KeyValueModel model = new KeyValueModel(seed, KEYS);
  @TempDir private Path folder;
  private final List<KeyValueStore> stores = new ArrayList<>();
  private long last;

  @AfterEach
  void terminate() {
    stores.forEach(KeyValueStore::terminate);
  }

  @Test
  void whatCannotBeRestoredIsRefusedBeforehand() throws IOException {
    KeyValueStore store = filled("source");
    byte[] whole = written(store);

    store.verify(new ByteArrayInputStream(whole), LAST_INDEX);
    for (byte[] bad : List.of(new byte[0], new byte[32], Arrays.copyOf(whole, whole.length - 1))) {
      assertThatThrownBy(() -> store.verify(new ByteArrayInputStream(bad), LAST_INDEX))
          .isInstanceOf(IOException.class);
    }
    assertThat(written(store)).isEqualTo(whole);
  }

  @Test
  void whatIsHeldDoesNotChangeWhileCommandsGoOn() throws IOException {
    KeyValueStore store = filled("source");
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      TreeMap<String, String> then = new TreeMap<>(model.pairs);
      byte[] unchanged = written(store);
      long before = last;
      ByteArrayOutputStream target = new ByteArrayOutputStream();
      try (StateSnapshot held = store.snapshot()) {
        apply(store, last + 300);
        held.writeTo(
            new Interrupted(
                target,
                () -> {
                  if (random.nextInt(10) == 0) {
                    apply(store, last + 1 + random.nextInt(20));
                  }
                }));
      }
      assertThat(last).as("seed " + seed).isGreaterThan(before + 1_000);
      assertThat(model.pairs).isNotEqualTo(then);
      assertThat(KeyValueModel.contents(target.toByteArray())).as("seed " + seed).isEqualTo(then);
      assertThat(target.toByteArray()).as("seed " + seed).isEqualTo(unchanged);
    }
    assertThat(KeyValueModel.contents(store)).as("seed " + seed).isEqualTo(model.pairs);
  }

  @Test
  void aThreadWritesWhatWasHeldWhileAnotherExecutes() throws IOException {
    KeyValueStore store = filled("source");
    for (int round = 0; round < 3; round++) {
      byte[] unchanged = written(store);
      try (StateSnapshot held = store.snapshot()) {
        CompletableFuture<byte[]> writing = CompletableFuture.supplyAsync(() -> write(held));
        do {
          apply(store, last + 20);
        } while (!writing.isDone());
        assertThat(writing.join()).as("seed " + seed).isEqualTo(unchanged);
      }
    }
  }

  @Test
  void aHeldSnapshotThatNobodyWritesLeavesNothingBehind() throws IOException {
    KeyValueStore store = filled("source");
    store.snapshot().close();
    store.snapshot();
    apply(store, last + 100);
    StateSnapshot held = store.snapshot();
    TreeMap<String, String> then = new TreeMap<>(model.pairs);
    apply(store, last + 100);
    assertThat(KeyValueModel.contents(write(held))).as("seed " + seed).isEqualTo(then);
    store.snapshot();
    store.terminate();
    KeyValueStore again = open("source");
    assertThat(KeyValueModel.contents(again)).isEqualTo(model.pairs);
  }

  @Test
  void aStoreThatIsRestoredHasTheSamePairsAndGoesOn() throws IOException {
    KeyValueStore source = filled("source");
    KeyValueStore restored = open("restored");
    restored.apply(new KeyValueModel(seed + 1, KEYS).commands(1, 500));
    byte[] state = written(source);

    restored.restoreFrom(new ByteArrayInputStream(state), LAST_INDEX);

    assertThat(KeyValueModel.contents(restored)).isEqualTo(model.pairs);
    assertThat(executions(restored)).isEmpty();
    assertThat(written(restored)).isEqualTo(state);
    List<Result> results = restored.apply(model.commands(LAST_INDEX + 1, LAST_INDEX + 500));
    assertThat(source.apply(model.commands(LAST_INDEX + 1, LAST_INDEX + 500))).isEqualTo(results);
    restored.terminate();
    KeyValueStore again = new KeyValueStore();
    stores.add(again);
    assertThat(again.initialize(folder.resolve("restored"))).isEqualTo(LAST_INDEX + 500);
    assertThat(executions(again)).hasSize(500);
    assertThat(written(again)).isEqualTo(written(source));
  }

  @Test
  void anEmptyStoreCanBeHeldAndRestored() throws IOException {
    byte[] nothing = written(open("empty"));
    KeyValueStore store = filled("source");

    store.restoreFrom(new ByteArrayInputStream(nothing), LAST_INDEX);

    assertThat(KeyValueModel.contents(store)).isEmpty();
    store.terminate();
    KeyValueStore again = new KeyValueStore();
    stores.add(again);
    assertThat(again.initialize(folder.resolve("source"))).isEqualTo(LAST_INDEX);
  }

  @Test
  void whatWasWrittenIsForcedHereToo() throws IOException {
    KeyValueStore store = filled("source");
    Path directory = folder.resolve("source");
    assertThat(CheckpointRecord.readIndex(directory, StoreKind.KEY_VALUE)).hasValue(0);

    written(store);

    assertThat(CheckpointRecord.readIndex(directory, StoreKind.KEY_VALUE)).hasValue(COMMANDS);
  }

  @Test
  void executionsAreForgottenWhenTheNodeHasKeptASnapshotOfThem() throws IOException {
    KeyValueStore store = filled("source");
    try (StateSnapshot held = store.snapshot()) {
      held.writeTo(OutputStream.nullOutputStream());
      // It found no room, or has not been made durable yet.
    }
    apply(store, last + 1_000);
    assertThat(executions(store)).hasSize((int) last);
    long kept = last;
    try (StateSnapshot held = store.snapshot()) {
      held.writeTo(OutputStream.nullOutputStream());
      apply(store, last + 50);
      held.kept();
    }
    // By and by: some with each batch.
    apply(store, last + 2_000);

    List<Execution> recalled = executions(store);
    assertThat(recalled.get(0).position().index()).isEqualTo(kept + 1);
    assertThat(recalled).hasSize(2_050);
    store.terminate();
    assertThat(executions(open("source"))).isEqualTo(recalled);
  }

  @Test
  void aSnapshotOfWhatHasBeenReplacedIsGivenUp() throws IOException {
    byte[] other = written(open("empty"));
    KeyValueStore store = filled("source");
    StateSnapshot held = store.snapshot();
    store.restoreFrom(new ByteArrayInputStream(other), LAST_INDEX);

    assertThatThrownBy(() -> held.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(SnapshotGivenUp.class);
    held.close();
    assertThat(store.apply(model.commands(LAST_INDEX + 1, LAST_INDEX + 1))).hasSize(1);
  }

  @Test
  void whatIsNotAWholeStoreIsRefusedAndTheNextOneTaken() throws IOException {
    byte[] whole = written(filled("source"));
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    byte[] alien = whole.clone();
    alien[0]++;
    byte[] newer = whole.clone();
    newer[7] = 3;
    byte[] fewer = whole.clone();
    fewer[whole.length - 1]++;
    byte[] mixedUp = whole.clone();
    mixedUp[12] = -1;
    byte[] tooLong = whole.clone();
    tooLong[9] = 1;

    assertIsRefused(cut, whole, "cut off");
    assertIsRefused(alien, whole, "no key-value store");
    assertIsRefused(newer, whole, "format 3");
    assertIsRefused(fewer, whole, "pairs, not");
    assertIsRefused(mixedUp, whole, "not in its place");
    assertIsRefused(tooLong, whole, "a part of");
  }

  /**
   * As it is on the disk at every so many bytes, which is what SIGKILL leaves, or a torn end of it.
   */
  @Test
  @Tag("full")
  void aCrashAnywhereInARestoreLeavesAnEmptyStoreThatIsRestoredAgain() throws IOException {
    byte[] state = written(filled("source"));
    KeyValueStore victim = open("victim");
    victim.apply(new KeyValueModel(seed + 1, KEYS).commands(1, 1_000));
    // Forced, so that the checkpoint has to be withdrawn.
    written(victim);
    List<Path> crashes = new ArrayList<>();
    Random random = new Random(seed);

    victim.restoreFrom(
        new CopyingStream(
            state,
            state.length / 10,
            () ->
                crashes.add(
                    Directories.copy(
                        folder.resolve("victim"), folder.resolve("crash" + crashes.size())))),
        LAST_INDEX);

    crashes.add(Directories.copy(folder.resolve("victim"), folder.resolve("crash-at-the-end")));
    assertThat(crashes).hasSizeGreaterThan(8);
    for (Path crash : crashes) {
      boolean isTorn = random.nextBoolean() && !crash.endsWith("crash-at-the-end");
      if (isTorn) {
        Directories.tearNewestFile(crash, random);
      }
      assertIsEmptyOrWholeAndCanBeRestored(crash, state);
      assertThat(isTorn || Files.notExists(crash.resolve(Directories.DAMAGED)))
          .as("seed " + seed + ", " + crash)
          .isTrue();
    }
  }

  @Test
  void aRestoreThatEndedWithPairsOnTheDiskAndNoIndexIsBegunAgain() throws IOException {
    byte[] state = written(filled("source"));
    Path directory = Files.createDirectory(folder.resolve("part"));
    open("part").terminate();
    try (KeyValueDatabase database =
        KeyValueDatabase.open(
            directory.resolve(CheckedDatabase.DATABASE),
            BdbEnvironment.writing(BdbSettings.DEFAULT.limits(), StoreKind.KEY_VALUE))) {
      database.load(List.of(new KeyValuePair(new byte[] {1}, new byte[] {2})));
    }
    assertIsEmptyOrWholeAndCanBeRestored(directory, state);
    assertThat(directory.resolve(Directories.DAMAGED)).doesNotExist();
  }

  @Test
  void aCrashBetweenTheStepsBeforeTheFirstPairIsRestoredFrom() throws IOException {
    byte[] state = written(filled("source"));
    KeyValueStore victim = open("victim");
    victim.apply(new KeyValueModel(seed + 1, KEYS).commands(1, 1_000));
    victim.terminate();
    Path moved = withdrawn("moved-away");
    Files.move(moved.resolve(CheckedDatabase.DATABASE), moved.resolve(CheckedDatabase.REPLACED));
    Path empty = withdrawn("not-yet-deleted");
    Files.move(empty.resolve(CheckedDatabase.DATABASE), empty.resolve(CheckedDatabase.REPLACED));
    Files.createDirectory(empty.resolve(CheckedDatabase.DATABASE));

    for (Path crash : List.of(moved, empty)) {
      assertIsEmptyOrWholeAndCanBeRestored(crash, state);
      assertThat(crash.resolve(CheckedDatabase.REPLACED)).doesNotExist();
    }
    KeyValueStore old = new KeyValueStore();
    stores.add(old);
    assertThat(old.initialize(withdrawn("old"))).isEqualTo(1_000);
  }

  private Path withdrawn(String name) throws IOException {
    Path copy = Directories.copy(folder.resolve("victim"), folder.resolve(name));
    try (CheckpointRecord record = CheckpointRecord.open(copy, StoreKind.KEY_VALUE)) {
      record.write(0);
    }
    return copy;
  }

  private void assertIsEmptyOrWholeAndCanBeRestored(Path directory, byte[] state)
      throws IOException {
    KeyValueStore store = new KeyValueStore();
    stores.add(store);
    long index = store.initialize(directory);
    assertThat(index).isIn(0L, LAST_INDEX);
    assertThat(KeyValueModel.contents(store))
        .as("seed " + seed + ", " + directory)
        .isEqualTo(index == 0 ? new TreeMap<>() : model.pairs);
    store.restoreFrom(new ByteArrayInputStream(state), LAST_INDEX);
    assertThat(KeyValueModel.contents(store)).isEqualTo(model.pairs);
    store.terminate();
  }

  private void assertIsRefused(byte[] state, byte[] whole, String message) throws IOException {
    KeyValueStore store = open("refusing");
    assertThatThrownBy(() -> store.restoreFrom(new ByteArrayInputStream(state), LAST_INDEX))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
    store.terminate();
    KeyValueStore again = new KeyValueStore();
    stores.add(again);
    assertThat(again.initialize(folder.resolve("refusing"))).isZero();
    again.restoreFrom(new ByteArrayInputStream(whole), LAST_INDEX);
    assertThat(KeyValueModel.contents(again)).isEqualTo(model.pairs);
    again.terminate();
    Directories.delete(folder.resolve("refusing"));
  }

  private KeyValueStore filled(String name) throws IOException {
    KeyValueStore store = open(name);
    apply(store, COMMANDS);
    return store;
  }

  private void apply(KeyValueStore store, long end) {
    while (last < end) {
      long next = Math.min(last + 100, end);
      List<Result> results = store.apply(model.commands(last + 1, next));
      for (Result each : results) {
        model.execute(++last, each);
      }
    }
  }

  private KeyValueStore open(String name) throws IOException {
    KeyValueStore store = new KeyValueStore();
    stores.add(store);
    store.initialize(Files.createDirectories(folder.resolve(name)));
    return store;
  }

  private static List<Execution> executions(KeyValueStore store) {
    List<Execution> recalled = new ArrayList<>();
    store.recall(Integer.MAX_VALUE, recalled::add);
    return recalled;
  }

  private static byte[] written(KeyValueStore store) throws IOException {
    try (StateSnapshot held = store.snapshot()) {
      return write(held);
    }
  }

  private static byte[] write(StateSnapshot held) {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try {
      held.writeTo(target);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return target.toByteArray();
  }

  /** Has something done before each write. */
  private static final class Interrupted extends OutputStream {
    private final OutputStream target;
    private final Runnable action;

    Interrupted(OutputStream target, Runnable action) {
      this.target = target;
      this.action = action;
    }

    @Override
    public void write(int value) throws IOException {
      target.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      action.run();
      target.write(bytes, offset, length);
    }
  }
}
