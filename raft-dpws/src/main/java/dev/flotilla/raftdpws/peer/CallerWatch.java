package dev.flotilla.raftdpws.peer;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressConfirmation.Verdict;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the node who can be called. A server whose own connections outward work keeps its term of
 * leadership by heartbeats, though no client reaches it: so a candidate is called back before its
 * pre-vote counts, and a leader about once a second.
 *
 * <p>What proves a leader callable is a new connection, once in {@value #ANEW_NANOS} ns: without
 * file descriptors it keeps those that are open, and accepts none.
 *
 * <p>Of a leader two failures in a row count, so that one lost packet costs no election.
 *
 * <p>{@link #callBack} any thread, {@link #tend} the device's thread; reports come from any thread.
 */
final class CallerWatch {
  /** From one call to the leader to the next. */
  static final long LOOK_NANOS = 1_000_000_000;

  /** From a call to the leader that failed to the next. */
  static final long AGAIN_NANOS = 250_000_000;

  /** So old may be the last connection to the leader that was opened for a call. */
  static final long ANEW_NANOS = 10_000_000_000L;

  /** A new connection may take so long, with its handshake on a slow machine. */
  private static final long ANEW_PATIENCE_NANOS = 4_000_000_000L;

  private final AddressConfirmation confirmation;
  private final Runnable failed;
  private volatile BiConsumer<Member, Boolean> report = (member, callable) -> {};
  // Who leads as the tending thread saw it last, and how the calls to it went.
  private volatile @Nullable Watched watched;

  private record Watched(Member leader, int failures, long nextNanos, long provenNanos) {
    boolean isAnewDue(long nowNanos) {
      return nowNanos - provenNanos >= ANEW_NANOS;
    }
  }

  /**
   * Watches nobody.
   *
   * @param failed told when a call to the leader has failed, so that {@link #tend} is due sooner
   */
  CallerWatch(AddressConfirmation confirmation, Runnable failed) {
    this.confirmation = confirmation;
    this.failed = failed;
  }

  /** Reports to the node from now on. */
  void reportTo(BiConsumer<Member, Boolean> node) {
    report = node;
  }

  /** Calls a candidate at the address that it named, reports how that went, then goes on. */
  void callBack(Member candidate, Runnable next) {
    var unused =
        confirmation
            .call(candidate)
            .thenAccept(
                verdict -> {
                  if (verdict != Verdict.NOT_CALLED) {
                    report.accept(candidate, verdict == Verdict.CALLABLE);
                  }
                  next.run();
                });
  }

  /** Calls the leader when its time has come; returns after how many nanoseconds that is. */
  long tend(Optional<Member> leader, long nowNanos) {
    if (leader.isEmpty()) {
      watched = null;
      return Long.MAX_VALUE;
    }
    Watched now = watched;
    if (now == null || !now.leader().equals(leader.get())) {
      now = new Watched(leader.get(), 0, nowNanos + LOOK_NANOS, nowNanos);
      watched = now;
    }
    if (nowNanos - now.nextNanos() >= 0) {
      look(now, nowNanos);
    }
    Watched after = watched;
    return after == null ? LOOK_NANOS : after.nextNanos() - nowNanos;
  }

  private void look(Watched now, long nowNanos) {
    boolean isAnew = now.isAnewDue(nowNanos);
    watched =
        new Watched(
            now.leader(),
            now.failures(),
            nowNanos + (isAnew ? ANEW_PATIENCE_NANOS : LOOK_NANOS),
            now.provenNanos());
    var unused =
        (isAnew ? confirmation.callAnew(now.leader()) : confirmation.call(now.leader()))
            .thenAccept(
                verdict -> {
                  if (verdict != Verdict.NOT_CALLED) {
                    seen(now, verdict == Verdict.CALLABLE, nowNanos, isAnew);
                  }
                });
  }

  private void seen(Watched asked, boolean callable, long askedNanos, boolean isAnew) {
    Watched now = watched;
    if (now == null || !now.leader().equals(asked.leader())) {
      return;
    }
    int failures = callable ? 0 : asked.failures() + 1;
    watched =
        new Watched(
            asked.leader(),
            failures,
            askedNanos + (callable ? LOOK_NANOS : AGAIN_NANOS),
            callable && isAnew ? askedNanos : asked.provenNanos());
    if (callable || failures >= AddressConfirmation.MAX_FAILURES) {
      report.accept(asked.leader(), callable);
    }
    if (!callable) {
      failed.run();
    }
  }
}
