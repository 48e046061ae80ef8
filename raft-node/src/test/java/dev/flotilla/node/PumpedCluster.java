package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Servers, a network and a clock in one thread: a seed chooses which loop goes on next, how long a
 * message takes and whether it arrives.
 */
final class PumpedCluster {
  private static final long MAX_STEP_NANOS = 40_000;
  private static final int MAX_STEPS = 2_000_000;

  /** A message under way. */
  private record Letter(Member from, Member to, Message message, long arrivesAtNanos) {}

  final List<TestServer> servers = new ArrayList<>();
  final SplittableRandom random;
  private final Configuration configuration;
  private final RaftOptions options;
  private final List<Letter> network = new ArrayList<>();
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final Set<Member> cutOff = new HashSet<>();
  private long nowNanos;
  private int preVotes;
  private TestServer paused;
  private double lossRate;
  private int logLoopRarity = 1;

  PumpedCluster(int size, long seed) {
    this(size, seed, RaftOptions.DEFAULT);
  }

  PumpedCluster(int size, long seed, RaftOptions options) {
    this(size, 0, seed, options);
  }

  /** With more servers that know of no group yet. */
  PumpedCluster(int size, int more, long seed, RaftOptions options) {
    this.random = new SplittableRandom(seed);
    this.options = options;
    try {
      for (int i = 0; i < size; i++) {
        servers.add(new TestServer(random));
      }
      this.configuration =
          new Configuration(servers.stream().map(server -> server.member).toList());
      for (int i = 0; i < more; i++) {
        servers.add(new TestServer(random));
      }
      for (TestServer server : servers) {
        start(server);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server whose machine remembers nothing. */
  void start(TestServer server) throws IOException {
    start(server, new JournalMachine());
  }

  void start(TestServer server, JournalMachine machine) throws IOException {
    server.startPumped(
        server.ownSettings(
            configuration.isVoter(server.member) ? configuration : Configuration.NONE,
            options,
            random.nextLong()),
        machine,
        (to, message) -> send(server.member, to, message),
        clock());
  }

  /** How often a message gets lost. */
  void lose(double rate) {
    lossRate = rate;
  }

  /** Makes the log loops go on only one out of so many times, as with a slow disk. */
  void slowDisks(int rarity) {
    logLoopRarity = rarity;
  }

  /** Stops all loops of a server, as a stopped process; what is sent to it still arrives. */
  void pause(TestServer server) {
    paused = server;
  }

  void goOn() {
    paused = null;
  }

  /** Lets nothing in and out. */
  void cutOff(TestServer server) {
    cutOff.add(server.member);
  }

  void reconnect() {
    cutOff.clear();
  }

  /** Shows the time of the pump, which stands still while a loop pauses: no pause takes time. */
  Clock clock() {
    return new Clock() {
      @Override
      public long nanoTime() {
        return nowNanos;
      }

      @Override
      public void pause(long nanos) {}
    };
  }

  long nowNanos() {
    return nowNanos;
  }

  /** How many elections were considered so far. */
  int preVotes() {
    return preVotes;
  }

  private void send(Member from, Member to, Message message) {
    preVotes += message instanceof PreVote ? 1 : 0;
    if (random.nextDouble() >= lossRate) {
      network.add(new Letter(from, to, message, nowNanos + random.nextInt(200_000)));
    }
  }

  /** Has something done by the next step, not within whatever goes on now. */
  void later(Runnable task) {
    tasks.add(task);
  }

  /** One loop of one server goes on, or the due messages arrive, and a little time passes. */
  void step() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    nowNanos += random.nextLong(MAX_STEP_NANOS);
    TestServer server = servers.get(random.nextInt(servers.size()));
    int choice = server == paused ? 4 : random.nextInt(5);
    if (choice == 4) {
      deliver();
      return;
    }
    NodeLoop loop = (NodeLoop) server.node.loops().get(choice);
    if (!loop.name().equals("log") || random.nextInt(logLoopRarity) == 0) {
      turn(loop);
    }
  }

  /** One cycle; if a thread would sleep after it, another one finds nothing to do. */
  private void turn(NodeLoop loop) {
    loop.bell().clear();
    boolean mayHaveMore = loop.doWork() == 0 || loop.mayHaveMore();
    if (!mayHaveMore && !loop.bell().isRung() && loop.nextDeadlineNanos() > nowNanos) {
      assertThat(loop.doWork()).as("work left by the loop %s", loop.name()).isZero();
    }
  }

  private void deliver() {
    List<Letter> due =
        network.stream().filter(letter -> letter.arrivesAtNanos() <= nowNanos).toList();
    network.removeAll(due);
    for (Letter letter : due) {
      if (!cutOff.contains(letter.from()) && !cutOff.contains(letter.to())) {
        serverOf(letter.to()).node.receive(letter.from(), letter.message());
      }
    }
  }

  TestServer serverOf(Member member) {
    return servers.stream().filter(it -> it.member.equals(member)).findFirst().orElseThrow();
  }

  /** Goes on until a condition holds. */
  void pumpUntil(String what, BooleanSupplier condition) {
    for (int i = 0; i < MAX_STEPS; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      step();
    }
    throw new AssertionError("it never happened that " + what + ": " + statuses());
  }

  void pumpFor(long millis) {
    long end = nowNanos + millis * 1_000_000;
    pumpUntil("time passed", () -> nowNanos >= end);
  }

  /** Goes on until one server leads, and all that are connected know it. */
  TestServer awaitLeader() {
    pumpUntil("all have one leader", () -> leader() != null);
    return leader();
  }

  private TestServer leader() {
    List<TestServer> connected =
        servers.stream().filter(server -> !cutOff.contains(server.member)).toList();
    List<TestServer> leading =
        connected.stream().filter(server -> server.node.status().isLeading()).toList();
    if (leading.size() != 1) {
      return null;
    }
    TestServer leader = leading.get(0);
    boolean agreed =
        connected.stream()
            .allMatch(
                server ->
                    server.node.status().leader().equals(leader.node.status().leader())
                        && server.node.status().term() == leader.node.status().term());
    return agreed ? leader : null;
  }

  TestServer otherThan(TestServer server) {
    return servers.stream().filter(it -> it != server).findFirst().orElseThrow();
  }

  /** Drops everything under way, as when all processes end at once. */
  void forgetNetwork() {
    network.clear();
  }

  List<NodeStatus> statuses() {
    return servers.stream().map(server -> server.node.status()).toList();
  }
}
