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
 * <p>Of a leader two failures in a row count, so that one lost packet costs no election.
 *
 * <p>{@link #callBack} any thread, {@link #tend} the device's thread; reports come from any thread.
 */
final class CallerWatch {
  /** From one call to the leader to the next. */
  static final long LOOK_NANOS = 1_000_000_000;

  /** From a call to the leader that failed to the next. */
  static final long AGAIN_NANOS = 250_000_000;

  private final AddressConfirmation confirmation;
  private volatile BiConsumer<Member, Boolean> report = (member, callable) -> {};
  // Who leads as the tending thread saw it last, and how the calls to it went.
  private volatile @Nullable Watched watched;

  private record Watched(Member leader, int failures, long nextNanos) {}

  CallerWatch(AddressConfirmation confirmation) {
    this.confirmation = confirmation;
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

  /** Calls the leader when its time has come. */
  void tend(Optional<Member> leader, long nowNanos) {
    if (leader.isEmpty()) {
      watched = null;
      return;
    }
    Watched now = watched;
    if (now == null || !now.leader().equals(leader.get())) {
      now = new Watched(leader.get(), 0, nowNanos + LOOK_NANOS);
      watched = now;
    }
    if (nowNanos - now.nextNanos() >= 0) {
      look(now, nowNanos);
    }
  }

  private void look(Watched now, long nowNanos) {
    watched = new Watched(now.leader(), now.failures(), nowNanos + LOOK_NANOS);
    var unused =
        confirmation
            .call(now.leader())
            .thenAccept(
                verdict -> {
                  if (verdict != Verdict.NOT_CALLED) {
                    seen(now, verdict == Verdict.CALLABLE, nowNanos);
                  }
                });
  }

  private void seen(Watched asked, boolean callable, long askedNanos) {
    Watched now = watched;
    if (now == null || !now.leader().equals(asked.leader())) {
      return;
    }
    int failures = callable ? 0 : asked.failures() + 1;
    watched =
        new Watched(asked.leader(), failures, askedNanos + (callable ? LOOK_NANOS : AGAIN_NANOS));
    if (callable || failures >= AddressConfirmation.MAX_FAILURES) {
      report.accept(asked.leader(), callable);
    }
  }
}
