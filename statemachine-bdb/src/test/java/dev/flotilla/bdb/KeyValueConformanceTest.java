package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.ConformanceCase;
import dev.flotilla.kit.ConformanceReport;
import dev.flotilla.kit.Operation;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Sample;
import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key-value store keeps the contract of state machines, as far as the kit can see. */
@Tag("slow")
class KeyValueConformanceTest {
  /** Often, so that a crash finds something on the disk. */
  private static final int CHECKPOINT_COMMANDS = 5;

  @TempDir private Path directory;

  @Test
  void theKeyValueStoreConforms() throws Exception {
    BdbSettings settings = BdbSettings.DEFAULT.withCheckpointEvery(CHECKPOINT_COMMANDS, 4 << 20);
    ConformanceReport report =
        Conformance.of(() -> new KeyValueStore(settings))
            .commands(KeyValueConformanceTest::draw)
            .queries(random -> KeyValueText.get(key(random)))
            .probes(
                KeyValueText.pairs(Bytes.EMPTY, Bytes.EMPTY, 1_000),
                KeyValueText.list(Bytes.EMPTY, Bytes.EMPTY, 1_000),
                KeyValueText.count(),
                KeyValueText.read(Bytes.utf8("key 2")))
            .canonicalSnapshots()
            .commandCount(Sample.of(60, 20))
            .check(directory);

    report.assertConforms();
    assertThat(report.notApplicable())
        .contains(ConformanceCase.FIND_TELLS_WHAT_WAS_EXECUTED)
        // Where the system does not list open files.
        .isSubsetOf(ConformanceCase.FIND_TELLS_WHAT_WAS_EXECUTED, ConformanceCase.FILES_ARE_CLOSED);
  }

  private static Operation draw(RandomGenerator random) {
    KeyValueText.Operation drawn =
        switch (random.nextInt(11)) {
          case 0 -> KeyValueText.delete(key(random));
          case 1 -> KeyValueText.add(key(random), random.nextInt(100));
          case 2 ->
              KeyValueText.compareAndSet(
                  key(random), Optional.empty(), Optional.of(Bytes.utf8("7")));
          case 3 -> KeyValueText.putFor(key(random), value(random), 1 + random.nextInt(5_000));
          case 4 -> KeyValueText.grantLease(1 + random.nextInt(5_000));
          case 5 -> KeyValueText.putWithLease(key(random), value(random), 1 + random.nextInt(60));
          case 6 ->
              random.nextBoolean()
                  ? KeyValueText.keepLease(1 + random.nextInt(60))
                  : KeyValueText.endLease(1 + random.nextInt(60));
          case 7 -> KeyValueText.endLeases();
          case 8 ->
              new KeyValueText.Operation(
                  LeaseExecution.TRANSACTION,
                  Bytes.utf8(
                      "if\tkey %s\t+\nthen\tdelete\tkey 1\nelse\tput\tkey 2\tx"
                          .formatted(random.nextInt(8))));
          default -> KeyValueText.put(key(random), value(random));
        };
    return new Operation(drawn.command(), drawn.parameters());
  }

  private static Bytes key(RandomGenerator random) {
    return Bytes.utf8("key " + random.nextInt(8));
  }

  private static Bytes value(RandomGenerator random) {
    byte[] value = new byte[random.nextInt(30)];
    random.nextBytes(value);
    return Bytes.wrap(value);
  }
}
