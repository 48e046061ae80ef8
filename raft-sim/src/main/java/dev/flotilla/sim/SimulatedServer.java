package dev.flotilla.sim;

import dev.flotilla.node.DutyCycle;
import dev.flotilla.node.NodeSettings;
import dev.flotilla.node.NodeState;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.Transport;
import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.node.log.DataDirectory;
import dev.flotilla.node.log.LogOptions;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.RaftOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server: a disk and a clock that outlive its process, and the production node that runs on them
 * while it is up. Whatever touches it lets its three loops go on a little later, each after a delay
 * of its own, so that they interleave in every way.
 */
final class SimulatedServer {
  private static final int MIN_SEGMENT_BYTES = 2 * 1024;
  private static final int SEGMENT_SIZES = 4;
  private static final int LOG_LOOP = 1;
  private static final int LOOPS = 3;
  private static final int LOOP_DELAY_NANOS = 40_000;
  private static final int FORCE_NANOS = 400_000;

  final int number;
  final MemoryDisk disk = new MemoryDisk();
  final SimulatedClock clock;
  private final Member member;
  private final Agenda agenda;
  private final SplittableRandom random;
  private final Consumer<SimulatedServer> pumped;
  private final boolean[] planned = new boolean[LOOPS];

  private SimulatedMachine machine;
  private @Nullable RaftNode node;

  /** Counts the lives of the process: what was planned for an earlier one is void. */
  private int life;

  private long pausedUntilNanos;
  private long forceExtraNanos;
  private long alarmAtNanos = Long.MAX_VALUE;

  SimulatedServer(
      int number,
      Agenda agenda,
      SplittableRandom random,
      SimulatedMachine machine,
      Consumer<SimulatedServer> pumped)
      throws IOException {
    this.number = number;
    this.agenda = agenda;
    this.random = random;
    this.machine = machine;
    this.pumped = pumped;
    this.clock = new SimulatedClock(agenda);
    try (DataDirectory directory = openDirectory()) {
      this.member = directory.identity().member();
    }
  }

  Member member() {
    return member;
  }

  SimulatedMachine machine() {
    return machine;
  }

  /** The node while the process runs. */
  Optional<RaftNode> node() {
    return Optional.ofNullable(node);
  }

  boolean isUp() {
    return node != null;
  }

  int life() {
    return life;
  }

  /** Starts the process, with a state machine that kept some prefix of what it had applied. */
  void start(Configuration configuration, RaftOptions options, Transport transport)
      throws IOException {
    if (node != null) {
      throw new IllegalStateException("server " + number + " runs already");
    }
    machine = machine.withFirst(random.nextInt(machine.executedCommands() + 1));
    NodeSettings settings =
        new NodeSettings(configuration, options, Path.of("unused"), random.nextLong());
    node = RaftNode.pumped(settings, openDirectory(), machine, transport, clock);
    touch();
  }

  /** Ends the process at once; what it had under way never happens. */
  void die() {
    life++;
    node = null;
    alarmAtNanos = Long.MAX_VALUE;
    disk.killProcess();
    Arrays.fill(planned, false);
  }

  void pauseUntil(long nanos) {
    pausedUntilNanos = Math.max(pausedUntilNanos, nanos);
  }

  void slowForces(long extraNanos) {
    forceExtraNanos = extraNanos;
  }

  /** Something may be waiting: lets every loop go on soon. */
  void touch() {
    for (int loop = 0; loop < LOOPS; loop++) {
      plan(loop, delayOf(loop));
    }
  }

  private void plan(int loop, long delayNanos) {
    if (node == null || planned[loop]) {
      return;
    }
    planned[loop] = true;
    int plannedIn = life;
    long at = Math.max(agenda.nowNanos() + delayNanos, pausedUntilNanos);
    agenda.at(at, () -> pump(loop, plannedIn));
  }

  private long delayOf(int loop) {
    return loop == LOG_LOOP
        ? random.nextInt(FORCE_NANOS) + forceExtraNanos
        : random.nextInt(LOOP_DELAY_NANOS);
  }

  private void pump(int loop, int plannedIn) {
    RaftNode running = node;
    if (running == null || plannedIn != life) {
      return;
    }
    planned[loop] = false;
    if (agenda.nowNanos() < pausedUntilNanos) {
      plan(loop, 0);
      return;
    }
    DutyCycle cycle = running.loops().get(loop);
    int work = cycle.doWork();
    pumped.accept(this);
    if (plannedIn == life && running.status().state() == NodeState.RUNNING) {
      if (work > 0) {
        touch();
      }
      setAlarm(running.loops().get(0).nextDeadlineNanos());
    }
  }

  private void setAlarm(long deadline) {
    if (deadline == Long.MAX_VALUE) {
      return;
    }
    long at = clock.trueTimeOf(deadline);
    if (at < alarmAtNanos) {
      alarmAtNanos = at;
      int setIn = life;
      agenda.at(
          at,
          () -> {
            if (setIn == life) {
              alarmAtNanos = Long.MAX_VALUE;
              plan(0, 0);
            }
          });
    }
  }

  private DataDirectory openDirectory() throws IOException {
    return open(disk, random);
  }

  static DataDirectory open(MemoryDisk disk, SplittableRandom random) throws IOException {
    // Small ones, that many a batch begins a new one; and another size at each start.
    LogOptions options = new LogOptions(MIN_SEGMENT_BYTES << random.nextInt(SEGMENT_SIZES));
    return DataDirectory.open(disk, Optional.of("sim"), random, options, Runnable::run);
  }
}
