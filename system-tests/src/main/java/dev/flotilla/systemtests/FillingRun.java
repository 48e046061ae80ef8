package dev.flotilla.systemtests;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.bdb.JournalReader;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.Numbers.Fill;
import dev.flotilla.systemtests.Numbers.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group of three servers, each on a small file system of its own, that is filled at random points
 * under load: at the leader, and at a follower, in turn.
 *
 * <p><b>Thread.</b> One, which blocks.
 */
final class FillingRun implements AutoCloseable {
  private static final int SERVERS = 3;
  private static final int CLIENTS = 8;
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);
  private static final long PAUSE_MILLIS = 5;
  private static final int SOME_COMMANDS = 50;
  private static final Patience PATIENCE =
      new Patience(Duration.ofMinutes(4), Duration.ofMillis(50));
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration QUIET = Duration.ofSeconds(30);
  private static final Pattern NUMBER = Pattern.compile("\"number\":([0-9]+)");

  private final Machine machine;
  private final List<Path> fileSystems;
  private final Path logs;
  private final Random random;
  private final ChildProcesses processes;
  private final ServerGroup group;
  private final List<RoomHeard> rooms = new ArrayList<>();
  private final Writers writers = new Writers(PAUSE_MILLIS);
  private final List<FlotillaClient<Fill, Long>> clients = new ArrayList<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /** Guarded by this: what clients were told is executed. */
  private final BitSet acknowledged = new BitSet();

  /** Guarded by this: what clients were told never will be. */
  private final BitSet refused = new BitSet();

  /**
   * Starts the group and its clients.
   *
   * @param fileSystems empty, of 1 GiB, one a server
   * @param logs an existing directory for what the servers print
   */
  FillingRun(Machine machine, List<Path> fileSystems, Path logs, Random random) throws IOException {
    this.machine = machine;
    this.fileSystems = fileSystems;
    this.logs = logs;
    this.random = random;
    processes = ChildProcesses.open(logs);
    Group<Fill, Long> named = Numbers.group("full-" + UUID.randomUUID());
    group = new ServerGroup(processes, logs, named.name());
    for (int i = 0; i < SERVERS; i++) {
      String name = machine + "-" + (i + 1);
      rooms.add(new RoomHeard(logs.resolve(name + ".log")));
      var unused = start(group, name, fileSystems.get(i).resolve("data"));
    }
    String padding = "x".repeat(paddingBytes());
    for (int i = 0; i < CLIENTS; i++) {
      FlotillaClient<Fill, Long> client = named.client().timeout(CALL_TIMEOUT).connect();
      clients.add(client);
      writers.start(unused -> write(client, padding));
    }
  }

  private ServerUnderTest start(ServerGroup to, String name, Path data) throws IOException {
    JavaProgram program =
        ServerProgram.java(Numbers.class, "-Xmx160m", "-Dflotilla.log.level=INFO");
    return to.start(name, Integer.toString(SERVERS), data, program.withArgument(machine.name()));
  }

  private CompletionStage<Writers.End> write(FlotillaClient<Fill, Long> client, String padding) {
    int number = numbers.incrementAndGet();
    return client.submit(new Fill(number, padding)).handle((end, failure) -> note(number, end));
  }

  private synchronized Writers.End note(int number, @Nullable Outcome<Long> end) {
    if (end instanceof Outcome.Done || end instanceof Outcome.DoneWithoutResult) {
      acknowledged.set(number);
      return Writers.End.ACKNOWLEDGED;
    } else if (end instanceof Outcome.Refused) {
      refused.set(number);
      return Writers.End.REFUSED;
    }
    return Writers.End.UNKNOWN;
  }

  private synchronized BitSet acknowledged() {
    return (BitSet) acknowledged.clone();
  }

  private synchronized BitSet refused() {
    return (BitSet) refused.clone();
  }

  /** Starts a follower for another group, on its directory: it must refuse, and name both. */
  boolean isOtherGroupRefused() throws IOException, InterruptedException {
    ServerUnderTest follower = group.without(group.awaitLeader()).get(0);
    follower.kill();
    ServerGroup other = new ServerGroup(processes, logs, "another-group");
    ServerUnderTest stranger =
        start(other, follower.name() + "-of-another-group", follower.directory());
    boolean isRefused =
        stranger.awaitEnd(START) && says(stranger.name(), group.name(), other.name());
    follower.startAgain();
    group.awaitLeader();
    return isRefused;
  }

  /** Starts a follower on a file system that is read-only: it must refuse, and the others serve. */
  boolean isReadOnlyRefused() throws IOException, InterruptedException {
    ServerUnderTest follower = group.without(group.awaitLeader()).get(0);
    Path data = follower.directory();
    follower.kill();
    remount(fileSystemOf(follower), "ro");
    ServerGroup same = new ServerGroup(processes, logs, group.name());
    ServerUnderTest started = start(same, follower.name() + "-read-only", data);
    boolean isRefused =
        started.awaitEnd(START) && says(started.name(), data.toString(), "Read-only file system");
    writers.awaitAcknowledged(SOME_COMMANDS);
    remount(fileSystemOf(follower), "rw");
    follower.startAgain();
    group.awaitLeader();
    return isRefused;
  }

  private boolean says(String process, String... words) throws IOException {
    String text = Files.readString(logs.resolve(process + ".log"));
    return Stream.of(words).allMatch(text::contains);
  }

  private static void remount(Path fileSystem, String how)
      throws IOException, InterruptedException {
    String path = fileSystem.toString();
    if (new ProcessBuilder("mount", "-o", "remount," + how, path).inheritIO().start().waitFor()
        != 0) {
      throw new IOException("cannot remount " + path + " " + how);
    }
  }

  private Path fileSystemOf(ServerUnderTest server) {
    return fileSystems.get(group.servers().indexOf(server));
  }

  /** The log takes 32 MiB more when its disk is full: only large commands fill that in time. */
  private int paddingBytes() {
    return machine == Machine.NUMBERS ? 60_000 : 500;
  }

  /** Too little for the log's next segment, or for the journal. */
  private int maxLeftBytes() {
    return machine == Machine.NUMBERS ? 16 << 20 : 32 << 20;
  }

  private int commandsWhileFull() {
    return machine == Machine.NUMBERS ? (40 << 20) / paddingBytes() : 4 * SOME_COMMANDS;
  }

  /**
   * What was done to a disk, and what came of it.
   *
   * @param wasFull whether the server said so: what it drops meanwhile may give it room enough
   * @param text for people
   */
  record Point(boolean wasFull, String text) {}

  /** Fills a disk, and frees it when the group has gone on without it. */
  Point point(int number) throws IOException, InterruptedException {
    ServerUnderTest leader = group.awaitLeader();
    boolean isLeader = number % 2 == 1;
    ServerUnderTest full =
        isLeader ? leader : group.without(leader).get(random.nextInt(SERVERS - 1));
    writers.awaitAcknowledged(1 + random.nextInt(4 * SOME_COMMANDS));
    long left = random.nextInt(4) == 0 ? 0 : random.nextInt(maxLeftBytes());
    RoomHeard room = rooms.get(group.servers().indexOf(full));
    awaitRunning(full.name() + " says no more that its disk has room again", () -> !room.isFull());
    int fullBefore = room.timesFull();
    boolean wasFull;
    int refusedBefore = writers.count(Writers.End.REFUSED);
    long began = System.nanoTime();
    try (Ballast ballast = new Ballast(fileSystemOf(full))) {
      ballast.leave(left);
      writers.awaitAcknowledged(commandsWhileFull());
      wasFull = room.timesFull() > fullBefore;
      if (isLeader && wasFull) {
        ServerGroup.awaitLeader(group.without(full));
      }
      group.awaitLeader();
    }
    writers.awaitAcknowledged(SOME_COMMANDS);
    group.awaitLeader();
    String text =
        String.format(
            Locale.ROOT,
            "%s, %s, %,d bytes left: %s refused, %s ms",
            full.name(),
            isLeader ? "leader" : "follower",
            left,
            writers.count(Writers.End.REFUSED) - refusedBefore,
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    return new Point(wasFull, text);
  }

  /** Waits as long as the first server runs, too. */
  private void awaitRunning(String otherwise, Patience.Condition condition)
      throws IOException, InterruptedException {
    PATIENCE.await(otherwise, () -> isRunningAnd(condition));
  }

  private boolean isRunningAnd(Patience.Condition condition)
      throws IOException, InterruptedException {
    group.servers().get(0).requireRunning();
    return condition.holds();
  }

  /** Ends the load and the servers, and tells what is wrong; nothing if all is well. */
  List<String> verdict() throws Exception {
    leave();
    List<String> wrong = new ArrayList<>();
    if (machine == Machine.JOURNAL) {
      // For those that are behind; one that is so still is found out.
      Patience.pass(QUIET.toMillis());
    }
    for (ServerUnderTest server : group.servers()) {
      BitSet executed =
          machine == Machine.NUMBERS ? whenCaughtUp(server) : endAndRead(server, wrong);
      wrong.addAll(judge(server.name(), executed, acknowledged(), refused()));
    }
    ServerGroup.requireNothingSetAside(group.servers());
    return wrong;
  }

  /** What it has executed, as soon as that is all; or after a while. */
  private BitSet whenCaughtUp(ServerUnderTest server) throws IOException, InterruptedException {
    boolean unused = PATIENCE.holdsInTime(() -> isRunningAnd(() -> hasAll(server)));
    return Numbers.ofText(server.answer(ServerProgram.READ));
  }

  private boolean hasAll(ServerUnderTest server) throws IOException, InterruptedException {
    BitSet missing = acknowledged();
    missing.andNot(Numbers.ofText(server.answer(ServerProgram.READ)));
    return missing.isEmpty();
  }

  /** What contradicts what clients were told. */
  static List<String> judge(String server, BitSet executed, BitSet acknowledged, BitSet refused) {
    List<String> wrong = new ArrayList<>();
    if (executed.get(Numbers.REPEATED)) {
      wrong.add(server + " has executed a command twice");
    }
    BitSet lost = (BitSet) acknowledged.clone();
    lost.andNot(executed);
    if (!lost.isEmpty()) {
      wrong.add(server + " has lost " + lost.cardinality() + ", as " + lost.nextSetBit(0));
    }
    BitSet unasked = (BitSet) refused.clone();
    unasked.and(executed);
    if (!unasked.isEmpty()) {
      wrong.add(server + " has executed what was refused, as " + unasked.nextSetBit(0));
    }
    return wrong;
  }

  private static BitSet endAndRead(ServerUnderTest server, List<String> wrong)
      throws IOException, InterruptedException {
    server.finish();
    BitSet executed = new BitSet();
    try (JournalReader journal = JournalReader.open(server.directory().resolve("machine"))) {
      journal.forEach(
          record -> {
            Matcher number = NUMBER.matcher(record.command().parameters().toUtf8());
            if (number.find()) {
              int each = Integer.parseInt(number.group(1));
              if (executed.get(each)) {
                wrong.add(server.name() + " has executed twice: " + each);
              }
              executed.set(each);
            }
          });
    }
    return executed;
  }

  String summary() {
    return "%s acknowledged, %s refused, %s unknown"
        .formatted(
            writers.count(Writers.End.ACKNOWLEDGED),
            writers.count(Writers.End.REFUSED),
            writers.count(Writers.End.UNKNOWN));
  }

  /** The disks stay as they are: at least one server must be seen to stop. */
  boolean isSomebodySeenToStop() throws IOException, InterruptedException {
    ServerUnderTest leader = group.awaitLeader();
    writers.awaitAcknowledged(SOME_COMMANDS);
    try (Ballast ballast = new Ballast(fileSystemOf(leader))) {
      ballast.leave(0);
      return PATIENCE.holdsInTime(leader::hasStopped);
    }
  }

  private void leave() {
    writers.leave();
    clients.forEach(FlotillaClient::close);
  }

  /** Removes what the servers have left. */
  @Override
  public void close() throws IOException {
    leave();
    processes.close();
    for (ServerUnderTest server : group.servers()) {
      Trees.delete(server.directory());
    }
  }
}
