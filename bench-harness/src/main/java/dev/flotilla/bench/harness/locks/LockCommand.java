package dev.flotilla.bench.harness.locks;

import dev.flotilla.Query;

/** What a client asks of a lock. {@link LockCodec} writes each in five bytes or fewer. */
public sealed interface LockCommand {
  /** The lock, from 0 to {@link LockTable#LOCKS} - 1. */
  int lock();

  /** What ends with a lease. */
  sealed interface Leasing extends LockCommand {
    /** How long, in units of {@link LockTable#LEASE_UNIT_MILLIS} of log time. */
    int leaseUnits();
  }

  /**
   * Takes a lock for one client alone.
   *
   * @param leaseUnits how long, in units of {@link LockTable#LEASE_UNIT_MILLIS} of log time
   */
  record Exclusive(int lock, int leaseUnits) implements Leasing {}

  /**
   * Takes a lock together with others that share it.
   *
   * @param leaseUnits as of {@link Exclusive}
   */
  record Shared(int lock, int leaseUnits) implements Leasing {}

  /**
   * Lets the client's lease end so much after now.
   *
   * @param leaseUnits as of {@link Exclusive}
   */
  record Renew(int lock, int leaseUnits) implements Leasing {}

  /** Gives up what the client holds of a lock. */
  record Release(int lock) implements LockCommand {}

  /** Asks who holds a lock. */
  record Look(int lock) implements LockCommand, Query {}
}
