package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A group with leases and with clocks that differ, in real time: servers are cut off, restarted and
 * asked to hand over, and all of them are asked to read. Counts the reads that miss something that
 * was committed before they began.
 */
final class LeaseHistory {
  private static final long MILLI = 1_000_000;
  private static final int LENGTH_MILLIS = 6_000;
  private static final int MAX_WAY_MILLIS = 8;

  /** How long one follower is away before another restarts and the leader is cut off. */
  private static final int AWAY_MILLIS = 400;

  private static final int DISASTER_EVERY_MILLIS = 1_500;

  /** So long before, nothing is proposed any more, so that who is away has all there is. */
  private static final int CALM_MILLIS = 100;

  private record Envelope(Member from, Member to, Message message, long arrivesAtMillis) {}

  private final class Server {
    final Member self;
    final MemoryDisk disk = new MemoryDisk();
    final RaftOptions options;
    final int ratePerMille;
    final Map<Long, Long> floors = new HashMap<>();
    Raft raft;
    long applied;
    long cutUntilMillis;

    Server(Member self, RaftOptions options, int ratePerMille) {
      this.self = self;
      this.options = options;
      this.ratePerMille = ratePerMille;
      start();
    }

    long nowNanos() {
      return nowMillis * MILLI / 1000 * ratePerMille;
    }

    void start() {
      floors.clear();
      Random seeded = new Random(random.nextLong());
      raft = new Raft(self, group, disk.state(applied), options, seeded, nowNanos());
    }
  }

  private final Random random;
  private final Configuration group = Members.group(3);
  private final List<Server> servers = new ArrayList<>();
  private final List<Envelope> network = new ArrayList<>();
  private long nowMillis;
  private long lastNumber;
  private int confirmedReads;
  private int staleReads;

  /**
   * A history that has not begun.
   *
   * @param assumedPerMille by how much clocks may differ, as the servers are told
   * @param actualPerMille by how much they differ at the most
   */
  LeaseHistory(long seed, int assumedPerMille, int actualPerMille) {
    this(seed, assumedPerMille, actualPerMille, List.of(Timing.DEFAULT));
  }

  /**
   * The same.
   *
   * @param timings of the servers, in turn
   */
  LeaseHistory(long seed, int assumedPerMille, int actualPerMille, List<Timing> timings) {
    random = new Random(seed);
    RaftOptions options =
        RaftOptions.DEFAULT.withLeadership(
            LeadershipOptions.DEFAULT.withLeaseReads(assumedPerMille));
    for (Member member : group.voters()) {
      Timing timing = timings.get(servers.size() % timings.size());
      int ratePerMille = 1000 + random.nextInt(actualPerMille + 1);
      servers.add(new Server(member, options.withTiming(timing), ratePerMille));
    }
  }

  int confirmedReads() {
    return confirmedReads;
  }

  int staleReads() {
    return staleReads;
  }

  void live() {
    for (nowMillis = 1; nowMillis < LENGTH_MILLIS; nowMillis++) {
      deliver();
      disaster();
      for (Server server : servers) {
        server.raft.noteTime(server.nowNanos());
        disturb(server);
        server.raft.advanceTo(server.nowNanos());
        take(server);
      }
    }
  }

  /**
   * Of three servers one is away; when it comes back, ready to campaign, the leader is cut off, and
   * half of the time the one whose answers the leader's lease rests on forgets that it gave them.
   */
  private void disaster() {
    long phase = phase();
    Optional<Server> leader =
        servers.stream().filter(it -> it.raft.status().role() == Role.LEADER).findFirst();
    if (leader.isEmpty()) {
      return;
    }
    List<Server> followers = servers.stream().filter(it -> it != leader.get()).toList();
    if (phase == 0) {
      followers.get(0).cutUntilMillis = nowMillis + AWAY_MILLIS;
    } else if (phase == AWAY_MILLIS) {
      leader.get().cutUntilMillis = nowMillis + AWAY_MILLIS;
      if (random.nextBoolean()) {
        followers.get(1).disk.crash();
        followers.get(1).start();
      }
    }
  }

  private long phase() {
    return nowMillis % DISASTER_EVERY_MILLIS;
  }

  private boolean isCalm() {
    return phase() < AWAY_MILLIS || phase() >= DISASTER_EVERY_MILLIS - CALM_MILLIS;
  }

  private void disturb(Server server) {
    boolean leads = server.raft.status().role() == Role.LEADER;
    int dice = random.nextInt(3_000);
    if (dice < 600 && !isCalm()) {
      lastNumber++;
      server.raft.propose(new Command("c" + lastNumber, "", Bytes.EMPTY));
    } else if (dice >= 600 && dice < 1_200) {
      lastNumber++;
      server.floors.put(lastNumber, committed());
      server.raft.read(lastNumber);
    } else if (dice >= 1_200 && dice < (leads ? 1_206 : 1_201)) {
      server.cutUntilMillis = nowMillis + 50 + random.nextInt(600);
    } else if (dice >= 1_206 && dice < 1_208) {
      server.disk.crash();
      server.start();
    } else if (dice >= 1_208 && dice < 1_210) {
      server.raft.transfer(Optional.empty());
    }
  }

  private long committed() {
    return servers.stream().mapToLong(it -> it.raft.status().commitIndex()).max().orElseThrow();
  }

  private void deliver() {
    List<Envelope> arriving =
        network.stream().filter(it -> it.arrivesAtMillis() <= nowMillis).toList();
    network.removeAll(arriving);
    for (Envelope it : arriving) {
      Server to = server(it.to());
      if (!isCut(to) && !isCut(server(it.from()))) {
        to.raft.noteTime(to.nowNanos());
        to.raft.receive(it.from(), it.message());
      }
    }
  }

  private boolean isCut(Server server) {
    return nowMillis < server.cutUntilMillis;
  }

  private Server server(Member member) {
    return servers.get(Members.number(member) - 1);
  }

  private void take(Server server) {
    while (server.raft.hasReady() || server.disk.hasUnsynced()) {
      Ready ready = server.raft.ready();
      ready.persist().ifPresent(server.disk::write);
      ready.sends().forEach(send -> post(server, send));
      ready.reads().forEach(outcome -> end(server, outcome));
      for (LoadEntries load : ready.loads()) {
        server.raft.loaded(load.firstIndex(), server.disk.read(load));
      }
      if (!ready.committed().isEmpty()) {
        server.applied = ready.committed().get(ready.committed().size() - 1).index();
        server.raft.applied(server.applied);
      }
      while (server.disk.hasUnsynced()) {
        Persist forced = server.disk.sync();
        forced.afterDurable().forEach(send -> post(server, send));
        server.raft.persisted(forced.number());
      }
    }
  }

  private void end(Server server, ReadOutcome outcome) {
    long floor = server.floors.remove(outcome.readId());
    if (outcome instanceof ReadOutcome.Confirmed confirmed) {
      confirmedReads++;
      staleReads += confirmed.index() < floor ? 1 : 0;
    }
  }

  private void post(Server from, Send send) {
    long arrives = nowMillis + 1 + random.nextInt(MAX_WAY_MILLIS);
    network.add(new Envelope(from.self, send.to(), send.message(), arrives));
  }
}
