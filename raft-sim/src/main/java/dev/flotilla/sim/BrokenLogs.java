package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.model.LogPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

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

  /**
   * Whether what any server has committed contradicts one that runs; also what a server executed
   * that is gone, since clients were told of it.
   */
  static boolean areThere(List<SimulatedServer> servers, SplittableRandom random) {
    List<Known> running =
        servers.stream()
            .filter(SimulatedServer::isUp)
            .map(server -> known(server, random))
            .toList();
    List<Known> all = new ArrayList<>(running);
    servers.stream().filter(it -> !it.isUp()).map(BrokenLogs::executed).forEach(all::add);
    return all.stream().anyMatch(one -> running.stream().anyMatch(one::contradicts));
  }

  private static Known executed(SimulatedServer server) {
    NavigableMap<Long, Long> terms = new TreeMap<>();
    server.machine().forEachPosition(at -> terms.put(at.index(), at.term()));
    LogPosition last =
        terms.isEmpty()
            ? LogPosition.ORIGIN
            : new LogPosition(terms.lastKey(), terms.lastEntry().getValue());
    return new Known(terms, last.index(), last);
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
