package dev.flotilla.systemtests;

import dev.flotilla.Group;
import dev.flotilla.bdb.JournalReader;
import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.FilledServer.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A group of three servers, each on a small file system of its own, that is filled at random points
 * under load: at the leader, and at a follower, in turn.
 *
 * <p><b>Thread.</b> One, which blocks.
 */
final class FillingRun implements AutoCloseable {
  static final int SERVERS = 3;

  private static final int CLIENTS = 8;
  private static final int SOME_COMMANDS = 50;
  private static final long PATIENCE_MILLIS = 240_000;
  private static final long ANSWER_MILLIS = 20_000;
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration A_MOMENT = Duration.ofMillis(50);
  private static final Duration QUIET = Duration.ofSeconds(30);
  private static final Pattern NUMBER = Pattern.compile("\"number\":([0-9]+)");

  private final Machine machine;
  private final List<Path> fileSystems;
  private final Path logs;
  private final Group<Fill, Long> group;
  private final Random random;
  private final ChildProcesses processes;
  private final List<ServerUnderTest> servers = new ArrayList<>();
  private final List<RoomHeard> rooms = new ArrayList<>();
  private final Writers writers;

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
    group = Numbers.group("full-" + UUID.randomUUID());
    for (int i = 0; i < SERVERS; i++) {
      JavaProgram program = program(i, group.name());
      String name = machine + "-" + (i + 1);
      rooms.add(new RoomHeard(logs.resolve(name + ".log")));
      servers.add(ServerUnderTest.start(processes, name, program));
    }
    writers = Writers.start(group, CLIENTS, paddingBytes());
  }

  private JavaProgram program(int server, String groupName) {
    return new JavaProgram(
        JavaProgram.classPathOf(FilledServer.class),
        FilledServer.class.getName(),
        List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dflotilla.log.level=INFO"),
        List.of(machine.name(), groupName, data(server).toString()));
  }

  /** Starts a follower for another group, on its directory: it must refuse, and name both. */
  boolean isOtherGroupRefused() throws IOException, InterruptedException {
    ServerUnderTest follower = without(ServerGroup.awaitLeader(servers)).get(0);
    int place = servers.indexOf(follower);
    follower.kill();
    String name = follower.name() + "-of-another-group";
    ChildProcess stranger = processes.startToTalk(name, program(place, "another-group"));
    boolean isRefused = stranger.awaitExit(START) && says(name, group.name(), "another-group");
    follower.startAgain();
    ServerGroup.awaitLeader(servers);
    return isRefused;
  }

  /** Starts a follower on a file system that is read-only: it must refuse, and the others serve. */
  boolean isReadOnlyRefused() throws IOException, InterruptedException {
    ServerUnderTest follower = without(ServerGroup.awaitLeader(servers)).get(0);
    int place = servers.indexOf(follower);
    follower.kill();
    remount(place, "ro");
    String name = follower.name() + "-read-only";
    ChildProcess started = processes.startToTalk(name, program(place, group.name()));
    boolean isRefused =
        started.awaitExit(START) && says(name, data(place).toString(), "Read-only file system");
    writers.awaitAcknowledged(SOME_COMMANDS, PATIENCE_MILLIS);
    remount(place, "rw");
    follower.startAgain();
    ServerGroup.awaitLeader(servers);
    return isRefused;
  }

  private boolean says(String process, String... words) throws IOException {
    String text = Files.readString(logs.resolve(process + ".log"));
    return Stream.of(words).allMatch(text::contains);
  }

  private void remount(int place, String how) throws IOException, InterruptedException {
    String path = fileSystems.get(place).toString();
    if (new ProcessBuilder("mount", "-o", "remount," + how, path).inheritIO().start().waitFor()
        != 0) {
      throw new IOException("cannot remount " + path + " " + how);
    }
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
    ServerUnderTest leader = ServerGroup.awaitLeader(servers);
    boolean isLeader = number % 2 == 1;
    ServerUnderTest full = isLeader ? leader : without(leader).get(random.nextInt(SERVERS - 1));
    writers.awaitAcknowledged(1 + random.nextInt(4 * SOME_COMMANDS), PATIENCE_MILLIS);
    long left = random.nextInt(4) == 0 ? 0 : random.nextInt(maxLeftBytes());
    RoomHeard room = rooms.get(servers.indexOf(full));
    awaitRoom(full, room);
    long fullBefore = room.timesFull();
    boolean wasFull;
    int refusedBefore = writers.refused().cardinality();
    long began = System.nanoTime();
    try (Ballast ballast = new Ballast(fileSystems.get(servers.indexOf(full)))) {
      ballast.leave(left);
      writers.awaitAcknowledged(commandsWhileFull(), PATIENCE_MILLIS);
      wasFull = room.timesFull() > fullBefore;
      if (isLeader && wasFull) {
        ServerGroup.awaitLeader(without(full));
      }
      ServerGroup.awaitLeader(servers);
    }
    writers.awaitAcknowledged(SOME_COMMANDS, PATIENCE_MILLIS);
    ServerGroup.awaitLeader(servers);
    String text =
        String.format(
            Locale.ROOT,
            "%s, %s, %,d bytes left: %s refused, %s ms",
            full.name(),
            isLeader ? "leader" : "follower",
            left,
            writers.refused().cardinality() - refusedBefore,
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    return new Point(wasFull, text);
  }

  /** Until it has noticed that an earlier point is over. */
  private void awaitRoom(ServerUnderTest server, RoomHeard room)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (room.isFull()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(server.name() + " says no more that its disk has room again");
      }
      processesRunFor(A_MOMENT);
    }
  }

  /** Ends the load and the servers, and tells what is wrong; nothing if all is well. */
  List<String> verdict() throws Exception {
    writers.close();
    List<String> wrong = new ArrayList<>();
    if (machine == Machine.JOURNAL) {
      // For those who are behind; whoever is so still, is found out.
      processesRunFor(QUIET);
    }
    for (ServerUnderTest server : servers) {
      BitSet executed =
          machine == Machine.NUMBERS ? whenCaughtUp(server) : endAndRead(server, wrong);
      wrong.addAll(judge(server.name(), executed, writers.acknowledged(), writers.refused()));
    }
    SetAside.requireNone(servers.stream().map(each -> data(servers.indexOf(each))).toList());
    return wrong;
  }

  /** What it has executed, as soon as that is all; or after a while. */
  private BitSet whenCaughtUp(ServerUnderTest server) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    BitSet executed;
    BitSet missing;
    do {
      processesRunFor(A_MOMENT);
      executed =
          Numbers.ofText(
              server.read("").toCompletableFuture().get(ANSWER_MILLIS, TimeUnit.MILLISECONDS));
      missing = writers.acknowledged();
      missing.andNot(executed);
    } while (!missing.isEmpty() && System.nanoTime() - deadline < 0);
    return executed;
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

  private BitSet endAndRead(ServerUnderTest server, List<String> wrong)
      throws IOException, InterruptedException {
    server.finish();
    BitSet executed = new BitSet();
    try (JournalReader journal =
        JournalReader.open(data(servers.indexOf(server)).resolve("machine"))) {
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
            writers.acknowledged().cardinality(),
            writers.refused().cardinality(),
            writers.unknown());
  }

  /** The disks stay as they are: at least one server must be seen to stop. */
  boolean isSomebodySeenToStop() throws IOException, InterruptedException {
    ServerUnderTest leader = ServerGroup.awaitLeader(servers);
    writers.awaitAcknowledged(SOME_COMMANDS, PATIENCE_MILLIS);
    try (Ballast ballast = new Ballast(fileSystems.get(servers.indexOf(leader)))) {
      ballast.leave(0);
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
      do {
        if (ServerGroup.hasStopped(leader)) {
          return true;
        }
        processesRunFor(A_MOMENT);
      } while (System.nanoTime() - deadline < 0);
      return false;
    }
  }

  private List<ServerUnderTest> without(ServerUnderTest server) {
    return servers.stream().filter(other -> other != server).toList();
  }

  private Path data(int server) {
    return fileSystems.get(server).resolve("data");
  }

  private void processesRunFor(Duration time) throws IOException, InterruptedException {
    if (servers.get(0).awaitEnd(time)) {
      throw new IOException(servers.get(0).name() + " has ended");
    }
  }

  /** Removes what the servers have left. */
  @Override
  public void close() throws IOException {
    writers.close();
    processes.close();
    for (Path fileSystem : fileSystems) {
      try (Stream<Path> files = Files.walk(fileSystem)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          if (!file.equals(fileSystem)) {
            Files.delete(file);
          }
        }
      }
    }
  }
}
