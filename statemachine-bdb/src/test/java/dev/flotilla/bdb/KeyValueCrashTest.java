package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A key-value store whose process is killed while it executes and is being written: what a node
 * rests on at its start is there.
 */
@Tag("slow")
class KeyValueCrashTest {
  @TempDir private Path directory;

  @Test
  void aKilledStoreHasWholeBatchesAndEveryExecutionSinceTheNewestSnapshot() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long told = 0;
    try {
      for (int kill = 1; kill <= Sample.of(4, 1); kill++) {
        long beyond = told + 3_000 + random.nextInt(3_000);
        told =
            KilledProcess.run(
                KeyValueProcess.class, directory, beyond, () -> {}, Long.toString(seed));
        told = check(new KeyValueModel(seed, KeyValueProcess.KEYS));
      }
      assertThat(KeyValueProcess.snapshots(directory)).hasSizeGreaterThanOrEqualTo(Sample.of(4, 1));
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Opens the store as a node does at its start; returns the last index that it has. */
  private long check(KeyValueModel model) throws IOException {
    Path machine = directory.resolve("machine");
    long forced = CheckpointRecord.readIndex(machine, StoreKind.KEY_VALUE).orElse(0);
    KeyValueStore store = new KeyValueStore();
    long last = store.initialize(machine);
    assertThat(last % KeyValueProcess.BATCH).isZero();
    assertThat(Files.exists(machine.resolve(Directories.DAMAGED))).isFalse();
    assertThat(last).isGreaterThanOrEqualTo(forced);

    Map.Entry<Long, Path> newest = KeyValueProcess.snapshots(directory).lastEntry();
    long snapshot = newest == null ? 0 : newest.getKey();
    assertThat(last).as("what a snapshot holds is durable").isGreaterThanOrEqualTo(snapshot);
    if (newest != null) {
      model.pairs.putAll(KeyValueModel.contents(Files.readAllBytes(newest.getValue())));
    }
    List<Execution> recalled = recalled(store, last - snapshot);
    assertThat(recalled).extracting(each -> each.position().index()).endsWith(last);
    long expected = snapshot;
    for (Execution each : recalled) {
      if (each.position().index() > snapshot) {
        assertThat(each.position()).isEqualTo(model.command(++expected).position());
        assertThat(each.uid()).isEqualTo(model.command(expected).command().uid());
        model.execute(expected, each.result());
      }
    }
    assertThat(expected).isEqualTo(last);
    assertThat(KeyValueModel.contents(store)).isEqualTo(model.pairs);
    store.terminate();
    return last;
  }

  private static List<Execution> recalled(KeyValueStore store, long limit) {
    List<Execution> recalled = new ArrayList<>();
    store.recall((int) limit, recalled::add);
    return recalled;
  }
}
