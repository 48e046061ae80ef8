package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.testing.Sample;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three servers whose disks, or whose messages, take about as long as an election may last. */
@Tag("slow")
final class SlowElectionTest {
  private static final long MILLI = 1_000_000;
  private static final int SEEDS = Sample.of(20, 4);

  /** A vote is forced twice, as in the vote file; entries once. */
  private static final int FORCES_A_VOTE = 2;

  private final List<Server> servers = new ArrayList<>();
  private final List<Envelope> network = new ArrayList<>();
  private long nowMillis;
  private long wayMillis = 1;

  private record Envelope(Member from, Member to, Message message, long arrivesAtMillis) {}

  /** Forces in one go what has been handed to it meanwhile, as the log thread does. */
  private final class Server {
    private final Member self;
    private final Raft raft;
    private final long forceMillis;
    private final Deque<Persist> waiting = new ArrayDeque<>();
    private final Deque<Persist> underWay = new ArrayDeque<>();
    private long durableAtMillis;

    Server(Member self, long forceMillis, Random random) {
      this.self = self;
      this.forceMillis = forceMillis;
      this.raft =
          new Raft(self, Members.group(3), DurableState.EMPTY, RaftOptions.DEFAULT, random, 0);
    }

    void advance() {
      if (nowMillis >= durableAtMillis) {
        underWay.forEach(this::durable);
        underWay.clear();
        underWay.addAll(waiting);
        waiting.clear();
        durableAtMillis = nowMillis + forces() * forceMillis;
      }
      raft.advanceTo(nowMillis * MILLI);
      while (raft.hasReady()) {
        Ready ready = raft.ready();
        ready.persist().ifPresent(waiting::add);
        ready.sends().forEach(this::post);
      }
    }

    private void durable(Persist persist) {
      persist.afterDurable().forEach(this::post);
      raft.persisted(persist.number());
    }

    private int forces() {
      boolean hasVote = underWay.stream().anyMatch(it -> it.termAndVote().isPresent());
      boolean hasEntries = underWay.stream().anyMatch(it -> !it.entries().isEmpty());
      return (hasVote ? FORCES_A_VOTE : 0) + (hasEntries ? 1 : 0);
    }

    private void post(Send send) {
      network.add(new Envelope(self, send.to(), send.message(), nowMillis + wayMillis));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 100, 300, 1_000})
  void aGroupElectsALeaderHoweverSlowItsDisksAre(int forceMillis) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      start(forceMillis, seed);
      long limitMillis = 2_000 + 20L * forceMillis;

      run(limitMillis);
      assertThat(leadersThatCommitted())
          .as("seed %d, after %d ms: %s", seed, limitMillis, statuses())
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 49, 51, 70, 100})
  void aGroupElectsALeaderThoughMessagesTakeLong(int millis) {
    wayMillis = millis;
    for (int seed = 1; seed <= SEEDS; seed++) {
      start(1, seed);

      run(10_000);
      assertThat(leadersThatCommitted())
          .as("seed %d, one way %d ms: %s", seed, millis, statuses())
          .isEqualTo(1);
    }
  }

  private void start(long forceMillis, int seed) {
    servers.clear();
    network.clear();
    Random random = new Random(seed);
    for (Member member : Members.group(3).voters()) {
      servers.add(new Server(member, forceMillis, new Random(random.nextLong())));
    }
  }

  private void run(long untilMillis) {
    for (nowMillis = 0; nowMillis < untilMillis; nowMillis++) {
      List<Envelope> arriving =
          network.stream().filter(it -> it.arrivesAtMillis() <= nowMillis).toList();
      network.removeAll(arriving);
      for (Envelope it : arriving) {
        servers.get(Members.number(it.to()) - 1).raft.receive(it.from(), it.message());
      }
      for (Server server : servers) {
        server.advance();
      }
    }
  }

  private long leadersThatCommitted() {
    return servers.stream()
        .map(it -> it.raft.status())
        .filter(it -> it.role() == Role.LEADER && it.commitIndex() > 0)
        .count();
  }

  private List<RaftStatus> statuses() {
    return servers.stream().map(it -> it.raft.status()).toList();
  }
}
