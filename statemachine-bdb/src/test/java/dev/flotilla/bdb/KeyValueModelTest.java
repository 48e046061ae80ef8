package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store does what {@link KeyValueModel} does, whatever happens to it. */
class KeyValueModelTest {
  private static final BdbSettings SETTINGS = BdbSettings.DEFAULT.withCheckpointEvery(150, 1 << 20);
  private static final int KEYS = 600;

  @TempDir private Path folder;
  private final List<KeyValueStore> stores = new ArrayList<>();

  @AfterEach
  void terminate() {
    stores.forEach(KeyValueStore::terminate);
  }

  @Test
  void aStoreThatIsClosedAndKilledDoesWhatTheModelDoes() throws IOException {
    long seed = System.nanoTime();
    try {
      live(seed);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private void live(long seed) throws IOException {
    Random random = new Random(seed);
    Map<Long, Execution> executed = new HashMap<>();
    KeyValueModel model = new KeyValueModel(seed, KEYS);
    Path directory = Files.createDirectory(folder.resolve("life-0"));
    KeyValueStore store = open(directory);
    long last = 0;
    for (int life = 1; life <= 8; life++) {
      if (random.nextBoolean()) {
        // Held, so that a crash leaves its images behind.
        store.snapshot();
      }
      long end = last + 200 + random.nextInt(800);
      while (last < end) {
        last = apply(store, model, last + 1, last + 1 + random.nextInt(40), executed);
      }
      assertThat(KeyValueModel.contents(store)).isEqualTo(model.pairs);
      boolean isKilled = random.nextBoolean();
      Path next = directory;
      if (isKilled) {
        // What SIGKILL leaves: the store that is left behind never closes this copy.
        next = Directories.copy(directory, folder.resolve("life-" + life));
      }
      store.terminate();
      store = new KeyValueStore(SETTINGS);
      stores.add(store);
      long found = store.initialize(next);
      assertThat(next.resolve(Directories.DAMAGED)).doesNotExist();
      assertThat(found).isLessThanOrEqualTo(last);
      if (!isKilled) {
        assertThat(found).isEqualTo(last);
      }
      model = replayed(seed, found, executed);
      assertThat(KeyValueModel.contents(store)).isEqualTo(model.pairs);
      assertRecalls(store, found, executed, random);
      directory = next;
      last = found;
    }
  }

  @Test
  void theBordersOfBatchesChangeNeitherAnswersNorSnapshots() throws IOException {
    long seed = System.nanoTime();
    long last = 2_000;
    KeyValueModel model = new KeyValueModel(seed, KEYS);
    KeyValueStore one = open(Files.createDirectory(folder.resolve("one")));
    KeyValueStore other = open(Files.createDirectory(folder.resolve("other")));
    List<Result> answers = one.apply(model.commands(1, last));
    List<Result> otherAnswers = new ArrayList<>();
    for (long next = 1; next <= last; ) {
      long end = Math.min(last, next + new Random(seed + next).nextInt(9));
      otherAnswers.addAll(other.apply(model.commands(next, end)));
      next = end + 1;
    }
    assertThat(otherAnswers).as("seed " + seed).isEqualTo(answers);
    byte[] snapshot = written(one);
    assertThat(written(other)).as("seed " + seed).isEqualTo(snapshot);
    for (int i = 0; i < answers.size(); i++) {
      model.execute(i + 1, answers.get(i));
    }
    assertThat(KeyValueModel.contents(snapshot)).as("seed " + seed).isEqualTo(model.pairs);
  }

  private static long apply(
      KeyValueStore store,
      KeyValueModel model,
      long first,
      long last,
      Map<Long, Execution> executed) {
    List<CommittedCommand> batch = model.commands(first, last);
    List<Result> results = store.apply(batch);
    for (int i = 0; i < batch.size(); i++) {
      CommittedCommand each = batch.get(i);
      model.execute(each.position().index(), results.get(i));
      executed.put(
          each.position().index(),
          new Execution(
              each.position(), each.command().uid(), each.command().fingerprint(), results.get(i)));
    }
    return last;
  }

  private static KeyValueModel replayed(long seed, long last, Map<Long, Execution> executed) {
    KeyValueModel model = new KeyValueModel(seed, KEYS);
    for (long index = 1; index <= last; index++) {
      model.execute(index, executed.get(index).result());
    }
    return model;
  }

  private static void assertRecalls(
      KeyValueStore store, long last, Map<Long, Execution> executed, Random random) {
    for (long limit : new long[] {0, 1, random.nextInt((int) last + 1), last, last + 5}) {
      List<Execution> recalled = new ArrayList<>();
      store.recall((int) limit, recalled::add);
      List<Execution> expected = new ArrayList<>();
      for (long index = Math.max(1, last - limit + 1); index <= last; index++) {
        expected.add(executed.get(index));
      }
      assertThat(recalled).as("limit " + limit).isEqualTo(expected);
    }
  }

  private KeyValueStore open(Path directory) throws IOException {
    KeyValueStore store = new KeyValueStore(SETTINGS);
    stores.add(store);
    store.initialize(directory);
    return store;
  }

  private static byte[] written(KeyValueStore store) throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (StateSnapshot held = store.snapshot()) {
      held.writeTo(target);
    }
    return target.toByteArray();
  }
}
