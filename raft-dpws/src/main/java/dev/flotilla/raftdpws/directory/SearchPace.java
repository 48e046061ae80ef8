package dev.flotilla.raftdpws.directory;

import dev.flotilla.raft.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * When a member that is lost is searched for: every {@value #FIRST_MILLIS} ms at first, and after
 * {@value #FREQUENT_SEARCHES} searches in vain less and less often, down to one in 30 to 60 s,
 * since each is a question to the whole network. A message of the member begins anew. A member that
 * said Bye is not to be asked for.
 *
 * <p>Bound: {@value #MAX_LOST} members; the one searched for longest ago gives way. Owner: {@link
 * MemberLocator}, under its lock.
 */
final class SearchPace {
  static final int MAX_LOST = 64;
  static final long FIRST_MILLIS = 500;
  static final int FREQUENT_SEARCHES = 10;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long FIRST_NANOS = FIRST_MILLIS * NANOS_PER_MILLI;
  private static final long LONGEST_NANOS = 60_000 * NANOS_PER_MILLI;

  /** A member that was not lost for so long had been found. */
  private static final long FOUND_NANOS = LONGEST_NANOS;

  private final RandomGenerator random;
  private final Map<NodeId, Search> searches = new LinkedHashMap<>();

  private static final class Search {
    private boolean hasLeft;
    private int count;
    private long lostNanos;
    private long nextNanos;

    Search(long nowNanos) {
      lostNanos = nowNanos;
      nextNanos = nowNanos;
    }
  }

  SearchPace(RandomGenerator random) {
    this.random = random;
  }

  /** Whether the member, which is lost, is to be searched for now; counts a search if so. */
  boolean isDue(NodeId member, long nowNanos) {
    Search search = searches.get(member);
    if (search == null || nowNanos - search.lostNanos >= FOUND_NANOS) {
      search = new Search(nowNanos);
    }
    search.lostNanos = nowNanos;
    if (nowNanos - search.nextNanos < 0) {
      return false;
    }
    search.count++;
    search.nextNanos = nowNanos + pauseNanos(search.count);
    putLast(member, search);
    return true;
  }

  /** The member spoke: if it is lost, it is worth a search. */
  void heard(NodeId member) {
    searches.remove(member);
  }

  /** The member said Bye; of no effect if it is there for a minute all the same. */
  void left(NodeId member, long nowNanos) {
    Search search = new Search(nowNanos);
    search.hasLeft = true;
    putLast(member, search);
  }

  /** Whether the last word of the member was a Bye. */
  boolean hasLeft(NodeId member) {
    Search search = searches.get(member);
    return search != null && search.hasLeft;
  }

  private void putLast(NodeId member, Search search) {
    searches.remove(member);
    searches.put(member, search);
    if (searches.size() > MAX_LOST) {
      searches.remove(searches.keySet().iterator().next());
    }
  }

  private long pauseNanos(int count) {
    long doublings = Math.max(0, Math.min(count - FREQUENT_SEARCHES, 10));
    long pauseNanos = FIRST_NANOS << doublings;
    // Spread, so that the members that miss one do not ask at the same time.
    return pauseNanos < LONGEST_NANOS / 2
        ? pauseNanos
        : random.nextLong(LONGEST_NANOS / 2, LONGEST_NANOS + 1);
  }
}
