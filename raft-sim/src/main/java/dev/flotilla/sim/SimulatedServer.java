package dev.flotilla.sim;

import dev.flotilla.node.MessageSender;
import dev.flotilla.node.NodeSettings;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A server: a disk and a clock that outlive its process, and the production node that runs on them
 * while it is up. Whatever touches it lets its four loops go on a little later, each after a delay
 * of its own, so that they interleave in every way.
 */
final class SimulatedServer {
  private static final int MIN_SEGMENT_BYTES = 2 * 1024;
  private static final int SEGMENT_SIZES = 4;
  private static final int LOG_LOOP = 1;
  private static final int APPLY_LOOP = 2;
  private static final int LOOPS = 4;
  private static final int MAX_SNAPSHOT_ENTRIES = 60;
  private static final int MIN_CHUNK_BYTES = 1_000;
  private static final int MAX_CHUNK_BYTES = 4_000;
  private static final int MAX_KEPT_ENTRIES = 20;

  /** With this a snapshot takes as long as a change of leaders; with others, less. */
  private static final long MIN_BYTES_PER_SECOND = 128 * 1024;

  private static final int PACES = 6;
  private static final int LOOP_DELAY_NANOS = 40_000;
  private static final int FORCE_NANOS = 400_000;
  private static final int NO_LOOP = -1;

  /** So many cycles of the log loop wait before they begin, for one that waits in its force. */
  private static final int WAIT_INSIDE_RARITY = 4;

  /** So many batches are applied at once, for one after which the machine takes a while. */
  private static final int SLOW_APPLY_RARITY = 16;

  final int number;
  final MemoryDisk disk = new MemoryDisk();
  private final SimulatedClock clock;
  private final Interlude interlude;
  private final Alarms alarms;
  private final Member member;

  /** Who founded the group, if this server did, too; else it waits for a leader's call. */
  private Configuration founders = Configuration.NONE;

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final Consumer<SimulatedServer> pumped;
  private final boolean[] planned = new boolean[LOOPS];

  /** Which loops have begun a cycle and not ended it: a thread does one thing at a time. */
  private final boolean[] busy = new boolean[LOOPS];

  private SimulatedMachine machine;
  private @Nullable RaftNode node;

  /** Counts the lives of the process: what was planned for an earlier one is void. */
  private int life;

  private long pausedUntilNanos;
  private long diskExtraNanos;
  private long readsExtraNanos;
  private int readsUntilFailure = Integer.MAX_VALUE;

  /** Whose code runs at this moment. */
  private int loopUnderWay = NO_LOOP;

  /** Whether the log loop's next force is to wait for the disk. */
  private boolean waitsInside;

  private String moment = Moment.BETWEEN_CYCLES;
  private boolean suspect;
  private boolean damaged;
  private boolean forgetful;
  private Runnable ended = () -> {};
  private long promisedIndex;
  private boolean witness;
  private boolean keepsLog;

  /**
   * A server with an empty disk.
   *
   * @param inPlaceOf whose id it takes, under an incarnation of its own; empty for a new id
   */
  SimulatedServer(
      int number,
      Optional<Member> inPlaceOf,
      EventQueue agenda,
      Interlude interlude,
      SplittableRandom random,
      SimulatedMachine machine,
      Consumer<SimulatedServer> pumped)
      throws IOException {
    this.number = number;
    this.agenda = agenda;
    this.interlude = interlude;
    this.random = random;
    this.machine = machine;
    this.pumped = pumped;
    this.clock = new SimulatedClock(agenda, this::pauseSnapshot);
    this.alarms = new Alarms(agenda, clock, LOOPS, loop -> plan(loop, 0));
    RandomGenerator identity =
        inPlaceOf.<RandomGenerator>map(lost -> new SameId(lost, random)).orElse(random);
    try (DataDirectory directory = open(attendedDisk(), random, identity)) {
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

  /** Where the process is, in words for the counts. */
  String moment() {
    return moment;
  }

  /** Whether its disk was damaged, and it has not started since. */
  boolean isSuspect() {
    return suspect;
  }

  void suspect() {
    suspect = true;
  }

  /** Whether it has refused its disk, or has lost it: it must never run again. */
  boolean isDamaged() {
    return damaged;
  }

  boolean isSound() {
    return !damaged && !suspect && !forgetful;
  }

  boolean isForgetful() {
    return forgetful;
  }

  void putBack(OlderLog log) {
    disk.putBack(log.under(disk));
    machine = machine.withFirst(Math.min(log.executed(), machine.executedCommands()));
    forgetful = true;
  }

  /** Its disk is gone. */
  void loseDisk() {
    damaged = true;
  }

  /** It is to be a witness; that holds for the life of its disk. */
  void holdNoState() {
    witness = true;
  }

  /** Takes no snapshots, in no life. */
  void keepLog() {
    keepsLog = true;
  }

  boolean mayHoldState() {
    return !witness;
  }

  /** It is one of those who found the group. */
  void found(Configuration group) {
    founders = group;
  }

  /** Whether what happens now happens in a cycle of its log loop. */
  boolean isInLogLoop() {
    return loopUnderWay == LOG_LOOP;
  }

  /** Starts the process, with a state machine that kept some prefix of what it had applied. */
  void start(RaftOptions options, MessageSender transport) throws IOException {
    if (node != null) {
      throw new IllegalStateException("server " + number + " runs already");
    }
    machine = machine.withFirst(random.nextInt(machine.executedCommands() + 1));
    NodeSettings settings = settings(options);
    try {
      node = RaftNode.pumped(settings, openDirectory(), machine, transport, clock);
    } catch (IOException e) {
      damaged = suspect && Damage.isRefusal(e);
      throw e;
    }
    suspect = false;
    promisedIndex = node.status().durableIndex();
    touch();
  }

  /** Half of the lives take snapshots all the time, in small pieces, and keep hardly any log. */
  private NodeSettings settings(RaftOptions options) {
    Path unused = Path.of("unused");
    return random.nextBoolean() || keepsLog
        ? new NodeSettings(founders, options, unused, random.nextLong())
        : new NodeSettings(
            founders,
            options.withCompaction(
                new CompactionOptions(
                    random.nextInt(MAX_KEPT_ENTRIES),
                    CompactionOptions.DEFAULT.keptBytes(),
                    MIN_CHUNK_BYTES + random.nextInt(MAX_CHUNK_BYTES),
                    MIN_BYTES_PER_SECOND << random.nextInt(PACES))),
            new SnapshotOptions(
                1 + random.nextInt(MAX_SNAPSHOT_ENTRIES),
                Integer.MAX_VALUE,
                MIN_BYTES_PER_SECOND << random.nextInt(PACES)),
            unused,
            random.nextLong());
  }

  /** It tells somebody that its log is durable up to there. */
  void promises(long index) {
    promisedIndex = Math.max(promisedIndex, index);
  }

  /** Up to where anything, here or elsewhere, may rest on its log. */
  long promisedIndex() {
    return promisedIndex;
  }

  /** Ends the process at once; what it had under way never happens. */
  void die() {
    node().ifPresent(it -> promises(it.status().durableIndex()));
    life++;
    hangUp();
    node = null;
    alarms.clear();
    disk.killProcess();
    moment = Moment.BETWEEN_CYCLES;
    Arrays.fill(planned, false);
    Arrays.fill(busy, false);
  }

  /** What is done when this life of the process ends, or could not begin. */
  void whenEnded(Runnable action) {
    ended = action;
  }

  void hangUp() {
    ended.run();
    ended = () -> {};
  }

  long pausedUntilNanos() {
    return pausedUntilNanos;
  }

  Configuration founders() {
    return founders;
  }

  void pauseFor(long nanos) {
    pausedUntilNanos = Math.max(pausedUntilNanos, agenda.nowNanos() + nanos);
  }

  /** Ends a pause, and what was put off by a slow disk. */
  void resume() {
    pausedUntilNanos = 0;
    diskExtraNanos = 0;
    readsExtraNanos = 0;
    Arrays.fill(planned, false);
    touch();
  }

  void slowDisk(long extraNanos) {
    diskExtraNanos = extraNanos;
  }

  /** Whatever reads the log, as to send or apply it, takes longer; forces do not. */
  void slowReads(long extraNanos) {
    readsExtraNanos = extraNanos;
  }

  void failReadAfter(int reads) {
    readsUntilFailure = reads;
  }

  void runClockAt(double rate) {
    clock.runAt(rate);
    touch();
  }

  boolean isLeading() {
    return node().filter(it -> it.status().isLeading()).isPresent();
  }

  /** What its clock shows. */
  long clockNanos() {
    return clock.nanoTime();
  }

  void jumpClock(long nanos) {
    clock.jump(nanos);
    touch();
  }

  /** Something may be waiting: lets every loop go on soon. */
  void touch() {
    for (int loop = 0; loop < LOOPS; loop++) {
      plan(loop, delayOf(loop));
    }
  }

  private void plan(int loop, long delayNanos) {
    if (node == null || planned[loop] || busy[loop]) {
      return;
    }
    planned[loop] = true;
    int plannedIn = life;
    long at = Math.max(agenda.nowNanos() + delayNanos, pausedUntilNanos);
    agenda.at(at, () -> pump(loop, plannedIn));
  }

  private long delayOf(int loop) {
    long soon = random.nextInt(LOOP_DELAY_NANOS);
    if (loop != LOG_LOOP) {
      return loop == APPLY_LOOP ? soon + diskExtraNanos / 2 + readsExtraNanos : soon;
    }
    waitsInside = interlude.isFree() && random.nextInt(WAIT_INSIDE_RARITY) == 0;
    return waitsInside ? soon : forceNanos();
  }

  private long forceNanos() {
    return random.nextInt(FORCE_NANOS) + diskExtraNanos;
  }

  private void pump(int loop, int plannedIn) {
    RaftNode running = node;
    if (running == null || plannedIn != life || busy[loop]) {
      return;
    }
    planned[loop] = false;
    if (agenda.nowNanos() < pausedUntilNanos) {
      plan(loop, 0);
      return;
    }
    int outer = loopUnderWay;
    loopUnderWay = loop;
    busy[loop] = true;
    int work = running.loops().get(loop).doWork();
    loopUnderWay = outer;
    if (plannedIn != life) {
      return;
    }
    busy[loop] = false;
    pumped.accept(this);
    if (plannedIn == life && running.status().state() == NodeState.RUNNING) {
      if (work > 0) {
        touch();
      }
      for (int each = 0; each < LOOPS; each++) {
        alarms.set(each, running.loops().get(each).nextDeadlineNanos());
      }
    }
  }

  private DataDirectory openDirectory() throws IOException {
    return open(attendedDisk(), random);
  }

  static DataDirectory open(Disk disk, SplittableRandom random) throws IOException {
    return open(disk, random, random);
  }

  private static DataDirectory open(Disk disk, SplittableRandom random, RandomGenerator identity)
      throws IOException {
    // Small ones, that many a batch begins a new one; and another size at each start.
    LogOptions options = new LogOptions(MIN_SEGMENT_BYTES << random.nextInt(SEGMENT_SIZES));
    return DataDirectory.open(disk, Optional.of("sim"), identity, options, Runnable::run);
  }

  /** A batch has been applied, and is not answered yet. */
  void applied() {
    if (random.nextInt(SLOW_APPLY_RARITY) == 0 && !waitAt(Moment.APPLIED, forceNanos())) {
      throw new IllegalStateException("the process is gone");
    }
  }

  /** The snapshot loop keeps its pace. */
  private void pauseSnapshot(long nanos) {
    if (!waitAt(Moment.SNAPSHOT, nanos)) {
      throw new IllegalStateException("the process is gone");
    }
  }

  /** Lets the others go on; false if this process has not lived to see the end of it. */
  private boolean waitAt(String where, long nanos) {
    if (!interlude.isFree()) {
      return true;
    }
    int begunIn = life;
    int loop = loopUnderWay;
    moment = where;
    loopUnderWay = NO_LOOP;
    interlude.pass(nanos);
    if (begunIn != life) {
      return false;
    }
    loopUnderWay = loop;
    moment = Moment.BETWEEN_CYCLES;
    return true;
  }

  /** The disk as this life of the process sees it. */
  private SimulatedDisk attendedDisk() {
    return new SimulatedDisk(disk, new DiskAttendant(life));
  }

  @Override
  public String toString() {
    return number
        + " has "
        + machine.executedCommands()
        + node().map(it -> ", " + it.status()).orElse(" and is down");
  }

  private final class DiskAttendant implements SimulatedDisk.Attendant {
    private final int bornIn;

    DiskAttendant(int bornIn) {
      this.bornIn = bornIn;
    }

    /** The code of a process that ended within a force still runs to its end, and does nothing. */
    @Override
    public void naming() throws IOException {
      if (life != bornIn) {
        throw new IOException("the process is gone");
      }
    }

    @Override
    public void forcing() throws IOException {
      if (waitsInside && isInLogLoop() && random.nextBoolean()) {
        waitFor(Moment.WRITTEN);
      }
    }

    @Override
    public void forced() throws IOException {
      if (waitsInside && isInLogLoop()) {
        waitFor(Moment.FORCED);
      }
    }

    @Override
    public void reading() throws IOException {
      if (readsUntilFailure <= 0) {
        throw new IOException("planted: a read that fails");
      }
      readsUntilFailure--;
    }

    private void waitFor(String where) throws IOException {
      waitsInside = false;
      if (!waitAt(where, forceNanos())) {
        throw new IOException("the process is gone");
      }
    }
  }
}
