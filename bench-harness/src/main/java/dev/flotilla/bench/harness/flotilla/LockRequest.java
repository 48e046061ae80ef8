package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.raft.model.Bytes;

/**
 * One command of the lock service as it travels, written as {@code LockCodec} reads it.
 *
 * @param operation {@code x} takes a lock for writing, {@code s} for reading, {@code r} releases it
 * @param parameters three bytes for the lock, and one for the lease if the lock is taken
 */
record LockRequest(String operation, Bytes parameters) {
  private static final byte LEASE_SECONDS = 1;

  static LockRequest write(int lock) {
    return new LockRequest("x", withLease(lock));
  }

  static LockRequest read(int lock) {
    return new LockRequest("s", withLease(lock));
  }

  static LockRequest release(int lock) {
    return new LockRequest(
        "r", Bytes.wrap(new byte[] {(byte) (lock >> 16), (byte) (lock >> 8), (byte) lock}));
  }

  private static Bytes withLease(int lock) {
    return Bytes.wrap(
        new byte[] {(byte) (lock >> 16), (byte) (lock >> 8), (byte) lock, LEASE_SECONDS});
  }

  /** Bytes of operation and parameters together. */
  int size() {
    return operation.length() + parameters.size();
  }
}
