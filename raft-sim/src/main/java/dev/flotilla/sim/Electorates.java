package dev.flotilla.sim;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every configuration that may govern, now or later: what must not lose its majority. */
final class Electorates {
  private final Map<LogPosition, Configuration> sent = new TreeMap<>();
  private final Configuration[] latest = new Configuration[Simulation.MAX_SERVERS];
  private LogPosition committed = LogPosition.ORIGIN;

  void sent(Message message) {
    if (message instanceof AppendEntries append) {
      for (Entry entry : append.entries()) {
        if (entry.payload() instanceof Configuration configuration) {
          sent.put(entry.position(), configuration);
        }
      }
    } else if (message instanceof InstallSnapshot install) {
      sent.put(install.snapshot().last(), install.snapshot().configuration());
    }
  }

  /** What governs on a server, as far as it knows. */
  void governs(SimulatedServer server, Configuration configuration) {
    latest[server.number] = configuration;
  }

  /** Everything up to there is decided. */
  void committed(LogPosition position) {
    if (position.compareTo(committed) > 0) {
      committed = position;
    }
  }

  /** Whether every one of them would keep a majority of sound servers that hold the state. */
  boolean maySpare(SimulatedServer server, List<SimulatedServer> all) {
    forgetOlder();
    List<Configuration> relevant = new ArrayList<>(sent.values());
    for (SimulatedServer other : all) {
      if (latest[other.number] != null && !other.isDamaged()) {
        relevant.add(latest[other.number]);
      }
    }
    return relevant.stream().allMatch(it -> maySpare(server, it, all));
  }

  boolean maySpare(SimulatedServer server, Configuration from, List<SimulatedServer> all) {
    for (List<Member> set : List.of(from.voters(), from.outgoing(), from.goal())) {
      if (set.contains(server.member()) && 2 * soundWithout(server, set, from, all) <= set.size()) {
        return false;
      }
    }
    return true;
  }

  /** Whether a configuration that is wished for has a majority of sound servers from the start. */
  static boolean isSound(Configuration wished, List<SimulatedServer> all) {
    long sound =
        all.stream()
            .filter(SimulatedServer::isSound)
            .filter(it -> wished.voters().contains(it.member()))
            .filter(it -> !wished.isWitness(it.member()))
            .count();
    return 2 * sound > wished.voters().size();
  }

  private static long soundWithout(
      SimulatedServer server, List<Member> set, Configuration from, List<SimulatedServer> all) {
    return all.stream()
        .filter(it -> it != server && it.isSound())
        .filter(it -> set.contains(it.member()) && !from.isWitness(it.member()))
        .count();
  }

  /** Of those that are decided the last one is enough; servers tell what became of them. */
  private void forgetOlder() {
    List<LogPosition> decided =
        sent.keySet().stream().filter(it -> it.index() <= committed.index()).toList();
    for (int i = 0; i < decided.size() - 1; i++) {
      sent.remove(decided.get(i));
    }
  }
}
