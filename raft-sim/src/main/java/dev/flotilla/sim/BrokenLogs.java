package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.LogPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Whether lies have made servers commit what contradicts each other, or what a log lacks that wins
 * elections. Raft does not survive members that lie: from then on no command needs to commit, since
 * those servers rightly refuse each other's entries.
 */
final class BrokenLogs {
  private BrokenLogs() {}

  /** What a server holds: the term of each entry that is known, by its index. */
  private record Known(Map<Long, Long> terms, long commitIndex, LogPosition last) {
    boolean contradicts(Known other) {
      return terms.entrySet().stream()
          .filter(entry -> entry.getKey() <= commitIndex)
          .anyMatch(entry -> other.lacks(entry.getKey(), entry.getValue()));
    }

    /** Whether it must have an entry that is committed, and has not. */
    private boolean lacks(long index, long term) {
      if (index > commitIndex && last.term() <= term) {
        return false;
      }
      Long here = terms.get(index);
      return here == null ? index > last.index() : here != term;
    }
  }

  /** Whether any two of the servers that run contradict each other. */
  static boolean areThere(List<SimulatedServer> servers, SplittableRandom random) {
    List<Known> all =
        servers.stream()
            .filter(SimulatedServer::isUp)
            .map(server -> known(server, random))
            .toList();
    return all.stream().anyMatch(one -> all.stream().anyMatch(one::contradicts));
  }

  private static Known known(SimulatedServer server, SplittableRandom random) {
    NodeStatus status = server.node().orElseThrow().status();
    Map<Long, Long> terms = new HashMap<>();
    server.machine().forEachPosition(at -> terms.put(at.index(), at.term()));
    try (Holdings holdings = Holdings.of(server, random)) {
      for (long index = 1; index <= status.lastIndex(); index++) {
        holdings.positionAt(index).ifPresent(at -> terms.put(at.index(), at.term()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Known(terms, status.commitIndex(), status.raft().last());
  }
}
