package dev.flotilla.sim;

import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The files of a server's log as they were at a moment. Under them, later, its disk has silently
 * lost the tail of the log: it had confirmed forces, and dropped what they wrote. The directory is
 * sound in itself; identity, term, vote and snapshots are those of now.
 *
 * <p><b>What may be lost.</b> Until a leader finds out, the server votes by a log that lacks what
 * it has confirmed, and what it has confirmed may still be counted. Raft bears that if the server
 * was not needed:
 *
 * <ul>
 *   <li>A majority of the voters, without this server, has on its disks all that is lost, and is in
 *       no later term: there a voter may have voted before it had that. So nobody who lacks it is
 *       elected, whomever this server votes for.
 *   <li>These voters, and this server, go by one configuration that is not being changed. No
 *       configuration is lost, even if an equal one stands before it. Otherwise the server might
 *       lead a group that it makes up alone, and what a lost configuration committed might be on no
 *       majority of its voters.
 *   <li>In every configuration that may govern, a majority stays sound without this server ({@link
 *       Membership#maySpare}). So no second member loses entries beside it, unless a majority is
 *       left.
 * </ul>
 *
 * <p>Then every invariant holds as if nothing had been lost.
 *
 * @param disk all files of then
 * @param executed how many commands its state machine had executed
 */
record OlderLog(MemoryDisk disk, int executed) {
  private static final String LOG = "log-";

  static OlderLog of(SimulatedServer server) {
    return new OlderLog(server.disk.copy(), server.machine().executedCommands());
  }

  /** A disk with this log, and all else of another. */
  MemoryDisk under(MemoryDisk now) {
    MemoryDisk mixed = new MemoryDisk();
    take(now, /* isLog= */ false, mixed);
    take(disk, /* isLog= */ true, mixed);
    return mixed;
  }

  private static void take(MemoryDisk source, boolean isLog, MemoryDisk target) {
    for (String name : source.names()) {
      if (name.startsWith(LOG) == isLog) {
        target.put(name, source.bytes(name));
      }
    }
  }

  /** Whether a server with this log has lost entries, and all that may be lost. */
  boolean isBorne(SimulatedServer server, List<SimulatedServer> all, SplittableRandom random) {
    Configuration members = server.node().orElseThrow().status().configuration();
    if (members.isChanging()) {
      return false;
    }
    try (Holdings now = Holdings.of(server.disk.copy(), random);
        Holdings then = Holdings.of(under(server.disk), random)) {
      LogPosition kept = then.last();
      return kept.index() < now.last().index()
          && Optional.of(kept).equals(now.positionAt(kept.index()))
          && lastConfigurationIndex(now, server.founders()) <= kept.index()
          && isHeldByMajority(now, members, server, all, random);
    } catch (IOException e) {
      // It would not start, or does not any more.
      return false;
    }
  }

  private static long lastConfigurationIndex(Holdings held, Configuration founders) {
    List<LoggedConfiguration> all = held.configurations(founders);
    return all.get(all.size() - 1).index();
  }

  private static boolean isHeldByMajority(
      Holdings now,
      Configuration members,
      SimulatedServer without,
      List<SimulatedServer> all,
      SplittableRandom random)
      throws IOException {
    long term = now.termAndVote().term();
    int holders = 0;
    for (SimulatedServer server : all) {
      if (server != without && isSoundVoter(server, members, term)) {
        try (Holdings held = Holdings.of(server, random)) {
          holders += held.holds(now.last()) ? 1 : 0;
        }
      }
    }
    return 2 * holders > members.voters().size();
  }

  private static boolean isSoundVoter(
      SimulatedServer server, Configuration members, long lastTerm) {
    return server.isSound()
        && server.mayHoldState()
        && members.isVoter(server.member())
        && server
            .node()
            .map(RaftNode::status)
            .filter(it -> it.term() <= lastTerm && it.configuration().equals(members))
            .isPresent();
  }
}
