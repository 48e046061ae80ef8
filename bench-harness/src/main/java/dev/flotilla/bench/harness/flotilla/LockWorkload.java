package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.harness.flotilla.StoreLanguage.Request;
import dev.flotilla.bench.harness.locks.LockCodec;
import dev.flotilla.bench.harness.locks.LockCommand;
import dev.flotilla.bench.harness.locks.LockTable;
import java.util.SplittableRandom;

/**
 * Draws the commands of one client, each independent of the one before: half of them take a lock,
 * for reading or for writing, and half release one.
 *
 * <p>Taken locks have the shortest lease, so that the leases that exist at once stay below the
 * limit of the lock service.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
final class LockWorkload {
  private static final LockCodec CODEC = new LockCodec();
  private static final int LEASE_UNITS = 1;

  private final SplittableRandom random;

  LockWorkload(long seed) {
    random = new SplittableRandom(seed);
  }

  static Request release(int lock) {
    return Request.of(CODEC, new LockCommand.Release(lock));
  }

  /** The next command. */
  Request next() {
    int lock = random.nextInt(LockTable.LOCKS);
    boolean isRelease = random.nextBoolean();
    boolean isWrite = random.nextBoolean();
    if (isRelease) {
      return release(lock);
    }
    return Request.of(
        CODEC,
        isWrite
            ? new LockCommand.Exclusive(lock, LEASE_UNITS)
            : new LockCommand.Shared(lock, LEASE_UNITS));
  }
}
