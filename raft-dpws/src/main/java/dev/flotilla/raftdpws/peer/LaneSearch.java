package dev.flotilla.raftdpws.peer;

import dev.flotilla.raft.model.Member;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When a member is greeted to which no lane is open: at once, then after pauses that double from
 * {@value #MIN_PAUSE_MILLIS} to {@value #MAX_PAUSE_MILLIS} ms; one that has said that it has no
 * such transport, after {@value #WITHOUT_PAUSE_MILLIS} ms.
 *
 * <p>Any thread.
 */
final class LaneSearch {
  static final long MIN_PAUSE_MILLIS = 50;
  static final long MAX_PAUSE_MILLIS = 2_000;
  static final long WITHOUT_PAUSE_MILLIS = 30_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** So many greetings, and the member is asked again where it is. */
  private static final int FRUITLESS = 4;

  private final Map<Member, State> states = new ConcurrentHashMap<>();

  private record State(int tries, long triedNanos, boolean isWithout) {
    static final State NEW = new State(0, 0, false);

    long pauseNanos() {
      if (tries == 0) {
        return 0;
      }
      long growing = Math.min(MAX_PAUSE_MILLIS, MIN_PAUSE_MILLIS << Math.min(tries - 1, 10));
      return NANOS_PER_MILLI * (isWithout ? WITHOUT_PAUSE_MILLIS : growing);
    }
  }

  private State state(Member member) {
    return states.getOrDefault(member, State.NEW);
  }

  /** Whether it is time; then it counts as done. */
  boolean isDue(Member member, long nowNanos) {
    State state = state(member);
    if (state.tries() > 0 && nowNanos - state.triedNanos() < state.pauseNanos()) {
      return false;
    }
    states.put(member, new State(state.tries() + 1, nowNanos, state.isWithout()));
    return true;
  }

  /** After how many nanoseconds it is time. */
  long nextNanos(Member member, long nowNanos) {
    State state = state(member);
    return Math.max(0, state.triedNanos() + state.pauseNanos() - nowNanos);
  }

  /** Whether several greetings had no answer. */
  boolean isFruitless(Member member) {
    return state(member).tries() >= FRUITLESS;
  }

  /** The lane is open. */
  void opened(Member member) {
    states.remove(member);
  }

  /** The member has said whether it has the transport. */
  void answered(Member member, boolean hasTransport) {
    states.computeIfPresent(
        member,
        (it, state) ->
            state.isWithout() == !hasTransport
                ? state
                : new State(hasTransport ? 0 : state.tries(), state.triedNanos(), !hasTransport));
  }

  /** Forgets all others. */
  void keep(Collection<Member> members) {
    states.keySet().retainAll(members);
  }
}
