package dev.flotilla.examples.locks;

import dev.flotilla.CommandRejected;
import dev.flotilla.FlotillaClient;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One client's locks. They belong to its session with the group: another client, also in the same
 * process, neither renews nor releases them.
 *
 * <p>A call fails with {@link dev.flotilla.OutcomeUnknown} if nobody can tell whether it was
 * executed. The client goes on in another session then, which does not hold what it held before:
 * take every lock for lost, and wait for the leases to end.
 *
 * <p>Any thread; each call blocks until the group has answered.
 */
public final class LockClient implements Closeable {
  private static final Duration SESSION_LIMIT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final FlotillaClient<LockCommand, LockAnswer> group;

  private LockClient(FlotillaClient<LockCommand, LockAnswer> group) {
    this.group = group;
  }

  /**
   * A client of a group of locks.
   *
   * @param networkInterface where the servers are; null for this machine
   */
  public static LockClient connect(
      String name, @Nullable String networkInterface, @Nullable Path keys) throws IOException {
    var client = LockTable.group(name).client();
    if (networkInterface != null) {
      client.networkInterface(networkInterface);
    }
    if (keys != null) {
      client.keys(keys);
    }
    return new LockClient(client.connect());
  }

  /**
   * Takes a lock alone, unless somebody holds it, this client included.
   *
   * @param leaseSeconds 1 to 255, of log time
   * @return the lease; empty if the lock is held
   */
  public Optional<LockAnswer> exclusive(int lock, int leaseSeconds) {
    return done(execute(new LockCommand.Exclusive(lock, leaseSeconds)));
  }

  /** Takes a lock together with others that share it; otherwise as {@link #exclusive}. */
  public Optional<LockAnswer> shared(int lock, int leaseSeconds) {
    return done(execute(new LockCommand.Shared(lock, leaseSeconds)));
  }

  /**
   * Prolongs the lease; it never becomes shorter.
   *
   * @return the lease, with the same token; empty if this client holds the lock no more
   */
  public Optional<LockAnswer> renew(int lock, int leaseSeconds) {
    return done(execute(new LockCommand.Renew(lock, leaseSeconds)));
  }

  /** Returns whether this client held the lock until now. */
  public boolean release(int lock) {
    return execute(new LockCommand.Release(lock)).done();
  }

  /** How a lock stands, as of the last command of anybody. */
  public LockAnswer look(int lock) {
    return execute(new LockCommand.Look(lock));
  }

  /** A group knows no sessions for a moment after its founding; nothing was executed then. */
  private LockAnswer execute(LockCommand command) {
    long deadline = System.nanoTime() + SESSION_LIMIT.toNanos();
    while (true) {
      try {
        return group.execute(command);
      } catch (CommandRejected e) {
        boolean isEarly = e.code().equals(Optional.of(LockTable.NO_SESSION));
        if (!isEarly || System.nanoTime() - deadline > 0) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static Optional<LockAnswer> done(LockAnswer answer) {
    return Optional.of(answer).filter(LockAnswer::done);
  }

  @Override
  public void close() {
    group.close();
  }
}
