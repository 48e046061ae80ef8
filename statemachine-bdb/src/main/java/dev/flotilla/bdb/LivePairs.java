package dev.flotilla.bdb;

import dev.flotilla.bdb.pairs.Changes;
import dev.flotilla.bdb.pairs.LeaseTable;
import org.jspecify.annotations.Nullable;

/**
 * The pairs as a command finds them at its log time: a key whose lease has ended is absent, also if
 * nobody has removed it yet. Owned by the apply thread.
 */
final class LivePairs {
  private final Changes changes;
  private final long timeMillis;

  LivePairs(Changes changes, long timeMillis) {
    this.changes = changes;
    this.timeMillis = timeMillis;
  }

  LeaseTable leases() {
    return changes.leases();
  }

  long timeMillis() {
    return timeMillis;
  }

  boolean isOver(LeaseTable.Lease lease) {
    return lease.expiresMillis() <= timeMillis;
  }

  byte @Nullable [] get(byte[] key) {
    return leases().of(key).filter(this::isOver).isPresent() ? null : changes.get(key);
  }

  /** Sets or, with null, removes; the key has no lease then. */
  void set(byte[] key, byte @Nullable [] value) {
    leases().detach(key);
    if (value != null || changes.get(key) != null) {
      changes.set(key, value);
    }
  }
}
