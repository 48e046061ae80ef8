package dev.flotilla.bench.harness.locks;

import dev.flotilla.Group;
import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.Operation;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The locks keep the contract of state machines, with sessions that end and leases that expire. */
class LockTableConformanceTest {
  private static final int LOCKS = 4;
  private static final LockCodec CODEC = new LockCodec();

  private final Group<LockCommand, LockAnswer> locks = LockTable.group("locks");

  @Test
  void theLocksConform(@TempDir Path directory) throws IOException {
    Conformance.of(() -> locks.machine(new LockTable()))
        .commands(LockTableConformanceTest::draw)
        .probes(
            IntStream.range(0, LOCKS)
                .mapToObj(lock -> locks.question(new LockCommand.Look(lock)))
                .toArray(Bytes[]::new))
        .inMemory()
        .inSessions()
        .canonicalSnapshots()
        .check(directory)
        .assertConforms();
  }

  private static Operation draw(RandomGenerator random) {
    int lock = random.nextInt(LOCKS);
    int units = 1 + random.nextInt(20);
    LockCommand command =
        switch (random.nextInt(5)) {
          case 0 -> new LockCommand.Exclusive(lock, units);
          case 1, 2 -> new LockCommand.Shared(lock, units);
          case 3 -> new LockCommand.Renew(lock, units);
          default -> new LockCommand.Release(lock);
        };
    return new Operation(CODEC.nameOf(command), CODEC.parametersOf(command));
  }
}
