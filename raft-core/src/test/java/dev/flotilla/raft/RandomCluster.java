package dev.flotilla.raft;

import dev.flotilla.raft.Network.Envelope;
import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A whole group under a seed: messages get lost, repeated and overtaken, some by much, links are
 * cut, disks are slow, the office is handed over, processes die and lose what was not synced. What
 * Raft promises is checked all along.
 */
final class RandomCluster {
  private static final long MILLI = 1_000_000;

  /** Half of it to elect a leader, half to commit more. */
  private static final int RECOVERY_MILLIS = 3000;

  private static final int CALM_MILLIS = 800;

  /** Bounds so small that every one of them is met all the time. */
  private static final RaftOptions TIGHT =
      new RaftOptions(150 * MILLI, 300 * MILLI, 50 * MILLI, 4, 300, 3, 1500, 6, 250, 300);

  /** A piece, of a snapshot of up to some times as much. */
  private static final int CHUNK_BYTES = 5;

  private static final int MAX_SNAPSHOT_BYTES = 24;
  private static final int MAX_KEPT_ENTRIES = 3;

  /** Of so many transfers one names no heir. */
  private static final int TRANSFERS_TO_ANYBODY = 3;

  /** What can happen, with how often it does so on average. */
  private enum Event {
    DELIVER(600),
    SYNC(350),
    ELAPSE(160),
    PROPOSE(80),
    READ(40),
    SERVE(60),
    SNAPSHOT(25),
    CUT(10),
    CUT_ONE_WAY(2),
    HEAL(12),
    CRASH(3),
    CHANGE(3),
    TRANSFER(4),
    STRAY(20),
    COMPARE(10);

    final int weight;

    Event(int weight) {
      this.weight = weight;
    }
  }

  private final class Server {
    final Member self;
    final MemoryDisk disk = new MemoryDisk();
    final Deque<LoadEntries> loads = new ArrayDeque<>();
    final Deque<LoadChunk> chunks = new ArrayDeque<>();
    final Deque<SnapshotMetadata> received = new ArrayDeque<>();
    final Map<Long, Long> readFloors = new HashMap<>();
    final int clockPercent = 20 + random.nextInt(81);
    RecordedRaft raft;
    long nowNanos;
    long handedOut;
    long applied;

    Server(Member self) {
      this.self = self;
      start(0);
    }

    Configuration base() {
      return founders.isVoter(self) ? founders : Configuration.NONE;
    }

    void start(long checkpoint) {
      DurableState state = disk.state(checkpoint);
      handedOut = state.appliedIndex();
      applied = state.appliedIndex();
      raft =
          new RecordedRaft(
              self,
              base(),
              state,
              TIGHT
                  .withSnapshots(CHUNK_BYTES, random.nextInt(MAX_KEPT_ENTRIES))
                  .withLeadership(LeadershipOptions.DEFAULT.withPriority(1 + random.nextInt(100))),
              random.nextLong(),
              nowNanos);
    }
  }

  final PromisesKept promises;
  final WitnessesKeptOut witnesses;

  private final Random random;
  private final Configuration founders;
  private final List<Server> servers = new ArrayList<>();
  private final Network network;
  private final boolean changesMembers;

  /** Each history has a character of its own: slow disks, many cuts, many crashes... */
  private final int[] weights;

  private long lastCommand;
  private long lastRead;
  private int restarts;
  private int restorations;
  private int replayedSteps;

  /**
   * Founds a group.
   *
   * @param founders who found it
   * @param everybody all the servers there are; if these are more, the members change
   */
  RandomCluster(Configuration founders, Configuration everybody, long seed) {
    this.random = new Random(seed);
    this.founders = founders;
    changesMembers = !founders.equals(everybody);
    network = new Network(everybody.voters().size(), random);
    weights =
        Arrays.stream(Event.values())
            .mapToInt(event -> event.weight * (1 << random.nextInt(5)) / 4)
            .toArray();
    Map<Member, MemoryDisk> disks = new TreeMap<>();
    for (Member member : everybody.voters()) {
      Server server = new Server(member);
      servers.add(server);
      disks.put(member, server.disk);
    }
    witnesses = new WitnessesKeptOut(everybody.witnesses());
    promises = new PromisesKept(disks, founders, witnesses);
  }

  int restarts() {
    return restarts;
  }

  int restorations() {
    return restorations;
  }

  int replayedSteps() {
    return replayedSteps;
  }

  /** Anything may happen. */
  void misbehave(int steps) {
    for (int i = 0; i < steps; i++) {
      Server server = anyServer();
      switch (nextEvent()) {
        case DELIVER -> deliverSome();
        case SYNC -> sync(server);
        case ELAPSE -> elapseUnevenly(random.nextLong(30 * MILLI));
        case PROPOSE -> propose(server);
        case READ -> read(server);
        case SERVE -> serve(server);
        case SNAPSHOT -> takeSnapshot(server);
        case CUT -> isolate(server);
        case CUT_ONE_WAY -> network.cutOneWay(server.self, anyServer().self);
        case HEAL -> network.heal();
        case CRASH -> crash(server);
        case COMPARE -> compare();
        case CHANGE -> changeAny();
        case TRANSFER -> transferAny();
        case STRAY -> network.stray().ifPresent(this::deliver);
      }
      take(server);
    }
  }

  /** Everything works from now on: the group must come to rest, with all logs alike. */
  void recover() {
    network.heal();
    calmDown(RECOVERY_MILLIS);
    Map<Member, RaftStatus> statuses = new TreeMap<>();
    servers.forEach(server -> statuses.put(server.self, server.raft.status()));
    promises.allAlike(statuses);
    servers.forEach(server -> replayedSteps += server.raft.replay());
  }

  /** Works for a while, long enough for a change of members. */
  void calmDown() {
    network.heal();
    calmDown(CALM_MILLIS);
  }

  private void calmDown(int millis) {
    for (int i = 0; i < millis; i++) {
      servers.forEach(server -> elapse(server, MILLI));
      if (i % (millis / 2) == millis / 4) {
        servers.forEach(this::propose);
      }
      network.all().forEach(this::deliver);
      for (Server server : servers) {
        while (server.disk.hasUnsynced()) {
          sync(server);
        }
        serve(server);
        take(server);
      }
    }
  }

  private void deliverSome() {
    for (int i = 0; i < servers.size(); i++) {
      network.next().ifPresent(this::deliver);
    }
  }

  private void deliver(Envelope envelope) {
    Server to = servers.get(Members.number(envelope.to()) - 1);
    to.raft.call(
        raft -> {
          raft.receive(envelope.from(), envelope.message());
          return 0;
        });
    take(to);
  }

  private Event nextEvent() {
    int dice = random.nextInt(Arrays.stream(weights).sum());
    int kind = 0;
    while (dice >= weights[kind]) {
      dice -= weights[kind];
      kind++;
    }
    return Event.values()[kind];
  }

  /** Cuts a server off; more often than not the one that leads, since that is what hurts. */
  private void isolate(Server any) {
    Server victim =
        servers.stream()
            .filter(server -> server.raft.status().role() == Role.LEADER && random.nextBoolean())
            .findFirst()
            .orElse(any);
    network.isolate(victim.self);
  }

  private Server anyServer() {
    return servers.get(random.nextInt(servers.size()));
  }

  /** No clock keeps time with another, and nothing but liveness may rest on it. */
  private void elapseUnevenly(long nanos) {
    for (Server server : servers) {
      elapse(server, nanos * server.clockPercent / 100);
    }
  }

  private void elapse(Server server, long nanos) {
    server.nowNanos += nanos;
    long now = server.nowNanos;
    server.raft.call(
        raft -> {
          raft.advanceTo(now);
          return 0;
        });
    take(server);
  }

  private void propose(Server server) {
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      lastCommand++;
      Command command = new Command("c" + lastCommand, "", Bytes.EMPTY);
      server.raft.call(raft -> raft.propose(command));
    }
  }

  /** Any set of members, with or without those of now, is asked of whoever leads. */
  private void changeAny() {
    // A goal is given time, more often than not.
    if (!changesMembers || (promises.configuration().isChanging() && random.nextInt(8) > 0)) {
      return;
    }
    List<Member> voters = new ArrayList<>();
    List<Member> learners = new ArrayList<>();
    for (Server server : servers) {
      int dice = random.nextInt(10);
      if (dice < 5) {
        voters.add(server.self);
      } else if (dice == 5) {
        learners.add(server.self);
      }
    }
    // As many witnesses as others could stand still with what only they have.
    if (2 * voters.stream().filter(witnesses::isWitness).count() < voters.size()) {
      List<Member> without =
          Stream.of(voters, learners).flatMap(List::stream).filter(witnesses::isWitness).toList();
      change(Configuration.of(voters, learners, without));
    }
  }

  private void change(Configuration target) {
    for (Server server : servers) {
      server.raft.call(raft -> raft.change(target));
      take(server);
    }
  }

  /** Whoever leads shall hand over, to a certain server more often than not. */
  private void transferAny() {
    Optional<Member> heir =
        Optional.of(anyServer().self).filter(it -> random.nextInt(TRANSFERS_TO_ANYBODY) > 0);
    for (Server server : servers) {
      server.raft.call(raft -> raft.transfer(heir));
      take(server);
    }
  }

  /** The first so many servers shall be the members, while commands go on. */
  void resize(int voters) {
    calmDown(RECOVERY_MILLIS);
    change(Members.group(voters));
    calmDown(RECOVERY_MILLIS);
  }

  private void read(Server server) {
    lastRead++;
    long id = lastRead;
    server.readFloors.put(id, promises.commitIndex());
    server.raft.call(
        raft -> {
          raft.read(id);
          return 0;
        });
  }

  private void sync(Server server) {
    if (!server.disk.hasUnsynced()) {
      return;
    }
    Persist forced = server.disk.sync();
    witnesses.synced(server.self, server.disk);
    forced.afterDurable().forEach(send -> post(server, send));
    MemoryDisk.completedBy(forced).ifPresent(server.received::add);
    server.raft.call(
        raft -> {
          raft.persisted(forced.number());
          return 0;
        });
    take(server);
  }

  /** The state machine gets on, and reads from the disk are answered. */
  private void serve(Server server) {
    server.applied = server.handedOut;
    long applied = server.applied;
    server.raft.call(
        raft -> {
          raft.applied(applied);
          return 0;
        });
    LoadEntries load = server.loads.poll();
    if (load != null) {
      List<Entry> entries = server.disk.read(load);
      server.raft.call(
          raft -> {
            raft.loaded(load.firstIndex(), entries);
            return 0;
          });
    }
    LoadChunk chunk = server.chunks.poll();
    if (chunk != null) {
      Bytes data = server.disk.read(chunk);
      server.raft.call(
          raft -> {
            raft.chunkLoaded(chunk.snapshot(), chunk.offset(), data);
            return 0;
          });
    }
    tellReceived(server);
    take(server);
  }

  private void tellReceived(Server server) {
    SnapshotMetadata snapshot = server.received.poll();
    if (snapshot == null) {
      return;
    }
    boolean isRefused = server.disk.snapshot().map(it -> !it.equals(snapshot)).orElse(true);
    server.raft.call(
        raft -> {
          if (isRefused) {
            raft.snapshotRefused(snapshot);
          } else {
            raft.snapshotReceived(snapshot);
          }
          return 0;
        });
  }

  /** What is applied, in a file of random content; a witness has nothing to put into one. */
  private void takeSnapshot(Server server) {
    long index = server.applied;
    if (index <= server.disk.snapshot().map(it -> it.last().index()).orElse(0L)) {
      return;
    }
    byte[] content =
        new byte[witnesses.isWitness(server.self) ? 0 : 1 + random.nextInt(MAX_SNAPSHOT_BYTES)];
    random.nextBytes(content);
    Entry last = promises.entryAt(index);
    Configuration governing = server.raft.call(raft -> raft.configurationAt(index));
    SnapshotMetadata snapshot =
        server.disk.take(last.position(), last.timeMillis(), governing, Bytes.wrap(content));
    server.raft.call(
        raft -> {
          raft.compacted(snapshot);
          return 0;
        });
  }

  private void crash(Server server) {
    replayedSteps += server.raft.replay();
    restarts++;
    // The kernel may have written some of it, and nobody was told.
    while (server.disk.hasUnsynced() && random.nextBoolean()) {
      server.disk.sync();
    }
    server.disk.crash();
    server.loads.clear();
    server.chunks.clear();
    server.received.clear();
    server.readFloors.clear();
    server.start(random.nextLong(server.applied + 1));
  }

  private void compare() {
    promises.logsMatch();
    servers.forEach(server -> promises.governed(server.raft.status(), server.base(), server.disk));
  }

  private void take(Server server) {
    // Before the core goes on from what it knows to be committed.
    promises.commitKnown(server.raft.status(), server.disk);
    PromisesKept.notContradicted(server.raft.status());
    while (server.raft.call(Raft::hasReady)) {
      Ready ready = promises.said(server.self, server.raft.call(Raft::ready));
      ready.persist().ifPresent(server.disk::write);
      ready.sends().forEach(send -> post(server, send));
      server.loads.addAll(ready.loads());
      server.chunks.addAll(ready.chunks());
      ready.restore().ifPresent(snapshot -> restore(server, snapshot));
      promises.committed(server.handedOut, ready.committed(), server.disk);
      server.handedOut += ready.committed().size();
      for (ReadOutcome outcome : ready.reads()) {
        promises.readEnded(server.self, outcome, server.readFloors.remove(outcome.readId()));
      }
      ready
          .status()
          .ifPresent(
              status -> {
                promises.statusChanged(server.self, status, server.disk);
                promises.governed(status, server.base(), server.disk);
              });
    }
  }

  private void restore(Server server, SnapshotMetadata snapshot) {
    restorations++;
    promises.restored(server.self, server.handedOut, snapshot);
    server.handedOut = snapshot.last().index();
  }

  private void post(Server server, Send send) {
    promises.sent(server.self, send);
    network.post(new Envelope(server.self, send.to(), send.message()));
  }
}
