package dev.flotilla.bench.harness.flotilla;

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
  /** How many locks there are. */
  static final int LOCKS = 1_000_000;

  private final SplittableRandom random;

  LockWorkload(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The next command. */
  LockRequest next() {
    int lock = random.nextInt(LOCKS);
    boolean isRelease = random.nextBoolean();
    boolean isWrite = random.nextBoolean();
    if (isRelease) {
      return LockRequest.release(lock);
    }
    return isWrite ? LockRequest.write(lock) : LockRequest.read(lock);
  }
}
