package dev.flotilla.bench.harness.locks;

import dev.flotilla.CommandContext;
import dev.flotilla.EndedSession;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.StateImage;
import dev.flotilla.codec.RecordCodec;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The replicated state: who holds which lock, and until when.
 *
 * <p>Time is the log time of the command at hand, and nothing else: before each command all leases
 * go that are over by then. The holder of a lease is the client's session, and all its leases go
 * when the session ends. A free lock takes no memory.
 */
public final class LockTable implements RestorableState<LockCommand, LockAnswer> {
  /** The code of the rejection of a command that came without a session. */
  static final String NO_SESSION = "NO_SESSION";

  /** How many locks there are. */
  public static final int LOCKS = 1_000_000;

  /** Leases are multiples of this. */
  public static final long LEASE_UNIT_MILLIS = 1_000;

  /** The longest lease. */
  public static final int MAX_LEASE_UNITS = 255;

  /** So many leases may be held at once, of all locks; more are rejected. */
  public static final int MAX_LEASES = 100_000;

  /** So many clients may share a lock. */
  public static final int MAX_HOLDERS = 1_000;

  // Invariant: all three hold the same leases. The maps are never iterated: their order may differ.
  private final TreeSet<Lease> byExpiry =
      new TreeSet<>(Comparator.comparingLong(Lease::expiresMillis).thenComparingLong(Lease::token));

  private final Map<Integer, List<Lease>> byLock = new HashMap<>();
  private final Map<Long, TreeSet<Integer>> bySession = new HashMap<>();

  /** What servers and clients of a group of locks have in common. */
  static Group<LockCommand, LockAnswer> group(String name) {
    return Group.named(name, new LockCodec(), RecordCodec.forValues(LockAnswer.class));
  }

  @Override
  public LockAnswer apply(LockCommand command, CommandContext context) throws Rejected {
    removeExpired(context.timeMillis());
    if (context.session().isEmpty()) {
      throw new Rejected(
          NO_SESSION, "locks are held by sessions, and this command came without one");
    }
    long session = context.session().getAsLong();
    if (command instanceof LockCommand.Exclusive it) {
      return acquire(lease(it.lock(), false, session, it.leaseUnits(), context));
    } else if (command instanceof LockCommand.Shared it) {
      return acquire(lease(it.lock(), true, session, it.leaseUnits(), context));
    } else if (command instanceof LockCommand.Renew it) {
      return renew(it.lock(), session, context.timeMillis() + millis(it.leaseUnits()));
    }
    return release(command.lock(), session);
  }

  private static Lease lease(
      int lock, boolean isShared, long session, int units, CommandContext context) {
    long expiresMillis = context.timeMillis() + millis(units);
    return new Lease(lock, isShared, session, context.index(), expiresMillis);
  }

  private static long millis(int leaseUnits) {
    return leaseUnits * LEASE_UNIT_MILLIS;
  }

  private LockAnswer acquire(Lease wanted) throws Rejected {
    List<Lease> held = holders(wanted.lock());
    boolean isFree =
        held.stream().allMatch(it -> it.isShared() && wanted.isShared())
            && held.stream().noneMatch(it -> it.session() == wanted.session());
    if (!isFree) {
      return standing(false, wanted.lock());
    }
    if (byExpiry.size() >= MAX_LEASES || held.size() >= MAX_HOLDERS) {
      throw new Rejected(
          "at most %s leases, and %s of one lock, are held at once"
              .formatted(Integer.toString(MAX_LEASES), Integer.toString(MAX_HOLDERS)));
    }
    add(wanted);
    return answer(true, wanted);
  }

  private LockAnswer renew(int lock, long session, long expiresMillis) {
    for (Lease lease : holders(lock)) {
      if (lease.session() == session) {
        Lease renewed = lease.until(Math.max(lease.expiresMillis(), expiresMillis));
        remove(lease);
        add(renewed);
        return answer(true, renewed);
      }
    }
    return standing(false, lock);
  }

  private LockAnswer release(int lock, long session) {
    for (Lease lease : holders(lock)) {
      if (lease.session() == session) {
        remove(lease);
        return standing(true, lock);
      }
    }
    return standing(false, lock);
  }

  @Override
  public void sessionEnded(EndedSession end) {
    removeExpired(end.timeMillis());
    TreeSet<Integer> locks = bySession.getOrDefault(end.session(), new TreeSet<>());
    for (int lock : List.copyOf(locks)) {
      release(lock, end.session());
    }
  }

  /** As of the last command: leases that have ended since are still shown. */
  @Override
  public LockAnswer answer(LockCommand query) {
    return standing(!holders(query.lock()).isEmpty(), query.lock());
  }

  /** Copies a list of at most {@link #MAX_LEASES} leases, which do not change. */
  @Override
  public StateImage image() {
    List<Lease> held = List.copyOf(byExpiry);
    return file -> {
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file));
      out.writeInt(held.size());
      for (Lease lease : held) {
        lease.write(out);
      }
      out.flush();
    };
  }

  @Override
  public void restore(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    byExpiry.clear();
    byLock.clear();
    bySession.clear();
    for (int left = in.readInt(); left > 0; left--) {
      add(Lease.read(in));
    }
  }

  private List<Lease> holders(int lock) {
    return byLock.getOrDefault(lock, List.of());
  }

  private void removeExpired(long timeMillis) {
    while (!byExpiry.isEmpty() && byExpiry.first().expiresMillis() <= timeMillis) {
      remove(byExpiry.first());
    }
  }

  private void add(Lease lease) {
    byExpiry.add(lease);
    byLock.computeIfAbsent(lease.lock(), none -> new ArrayList<>(1)).add(lease);
    bySession.computeIfAbsent(lease.session(), none -> new TreeSet<>()).add(lease.lock());
  }

  private void remove(Lease lease) {
    byExpiry.remove(lease);
    byLock.computeIfPresent(
        lease.lock(),
        (lock, holders) -> {
          holders.remove(lease);
          return holders.isEmpty() ? null : holders;
        });
    bySession.computeIfPresent(
        lease.session(),
        (session, locks) -> {
          locks.remove(lease.lock());
          return locks.isEmpty() ? null : locks;
        });
  }

  /** The order in which a lock's holders came differs after a restore, so none of it is shown. */
  private LockAnswer standing(boolean done, int lock) {
    List<Lease> held = holders(lock);
    return held.stream()
        .max(Comparator.comparingLong(Lease::token))
        .map(newest -> answer(done, newest))
        .orElseGet(() -> new LockAnswer(done, 0, 0, 0));
  }

  private LockAnswer answer(boolean done, Lease lease) {
    return new LockAnswer(done, lease.token(), lease.expiresMillis(), holders(lease.lock()).size());
  }
}
