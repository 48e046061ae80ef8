package dev.flotilla.bench.harness.locks;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.raft.model.Bytes;

/**
 * Commands of at most five bytes: one letter for the operation, three bytes for the lock, the most
 * significant first, and one for the lease.
 */
public final class LockCodec implements CommandCodec<LockCommand> {
  private static final int LOCK_BYTES = 3;

  /** A codec. */
  public LockCodec() {}

  @Override
  public String nameOf(LockCommand command) {
    if (command instanceof LockCommand.Exclusive) {
      return "x";
    } else if (command instanceof LockCommand.Shared) {
      return "s";
    } else if (command instanceof LockCommand.Renew) {
      return "n";
    }
    return command instanceof LockCommand.Release ? "r" : "q";
  }

  @Override
  public Bytes parametersOf(LockCommand command) {
    return command instanceof LockCommand.Leasing it
        ? bytes(it.lock(), it.leaseUnits())
        : Bytes.wrap(lockBytes(command.lock(), LOCK_BYTES));
  }

  private static Bytes bytes(int lock, int leaseUnits) {
    if (leaseUnits < 1 || leaseUnits > LockTable.MAX_LEASE_UNITS) {
      throw new IllegalArgumentException(
          "a lease has 1 to " + LockTable.MAX_LEASE_UNITS + " units, not " + leaseUnits);
    }
    byte[] bytes = lockBytes(lock, LOCK_BYTES + 1);
    bytes[LOCK_BYTES] = (byte) leaseUnits;
    return Bytes.wrap(bytes);
  }

  private static byte[] lockBytes(int lock, int size) {
    if (lock < 0 || lock >= LockTable.LOCKS) {
      throw new IllegalArgumentException(
          "locks have the numbers 0 to " + (LockTable.LOCKS - 1) + ", not " + lock);
    }
    byte[] bytes = new byte[size];
    bytes[0] = (byte) (lock >> 16);
    bytes[1] = (byte) (lock >> 8);
    bytes[2] = (byte) lock;
    return bytes;
  }

  @Override
  public LockCommand decode(String name, Bytes parameters) throws CodecException {
    return switch (name) {
      case "x" -> new LockCommand.Exclusive(lock(parameters, 1), units(parameters));
      case "s" -> new LockCommand.Shared(lock(parameters, 1), units(parameters));
      case "n" -> new LockCommand.Renew(lock(parameters, 1), units(parameters));
      case "r" -> new LockCommand.Release(lock(parameters, 0));
      case "q" -> new LockCommand.Look(lock(parameters, 0));
      default -> throw new CodecException("there is no such operation on locks");
    };
  }

  private static int lock(Bytes parameters, int more) throws CodecException {
    if (parameters.size() != LOCK_BYTES + more) {
      throw new CodecException("a lock and a lease have " + (LOCK_BYTES + more) + " bytes here");
    }
    int lock =
        (parameters.at(0) & 0xff) << 16
            | (parameters.at(1) & 0xff) << 8
            | (parameters.at(2) & 0xff);
    if (lock >= LockTable.LOCKS) {
      throw new CodecException("there is no lock " + lock);
    }
    return lock;
  }

  private static int units(Bytes parameters) throws CodecException {
    int units = parameters.at(LOCK_BYTES) & 0xff;
    if (units < 1) {
      throw new CodecException("a lease has 1 unit at least");
    }
    return units;
  }
}
