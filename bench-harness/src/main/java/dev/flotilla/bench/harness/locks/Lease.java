package dev.flotilla.bench.harness.locks;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * One client's hold on one lock.
 *
 * @param token the index of the command that acquired it; no two leases have the same
 * @param expiresMillis the log time at which it is over
 */
record Lease(int lock, boolean isShared, long session, long token, long expiresMillis) {
  Lease until(long laterMillis) {
    return new Lease(lock, isShared, session, token, laterMillis);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(lock);
    out.writeBoolean(isShared);
    out.writeLong(session);
    out.writeLong(token);
    out.writeLong(expiresMillis);
  }

  static Lease read(DataInputStream in) throws IOException {
    Lease lease =
        new Lease(in.readInt(), in.readBoolean(), in.readLong(), in.readLong(), in.readLong());
    if (lease.lock < 0 || lease.lock >= LockTable.LOCKS) {
      throw new IOException("there is no lock " + lease.lock);
    }
    return lease;
  }
}
