package dev.flotilla.systemtests.endurance;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.SystemTestCommand;
import dev.flotilla.systemtests.endurance.Seen.Bounds;
import dev.flotilla.systemtests.endurance.Seen.Look;
import dev.flotilla.systemtests.endurance.Seen.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Founds a group, lets many commands go, looks at the servers each so often, and at last kills and
 * starts them; ends with 0 if all stayed within its bounds. One thread, which blocks for as long as
 * it takes.
 */
@CommandLine.Command(
    name = "endurance",
    description = "Looks at heap and disk of three servers of a key-value store under long load.",
    mixinStandardHelpOptions = true)
final class EnduranceCommand extends SystemTestCommand {
  private static final int SERVERS = 3;

  /** Of ten seconds each, on a machine that is busy with other things. */
  private static final int ATTEMPTS = 30;

  /** So many looks in a row without a new acknowledgement are the end. */
  private static final int MAX_IDLE_LOOKS = 3;

  /** 64 MiB of heap, compiled by the first of Java's compilers only, as a small device does. */
  private static final List<String> JVM =
      List.of(
          "-Xmx64m",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-XX:TieredStopAtLevel=1",
          "-Dflotilla.log.level=WARN");

  private static final long MIB = 1 << 20;

  @Option(
      names = "--server-class-path",
      required = true,
      description = "With the command line 'flotilla', as java -cp takes it.")
  private String serverClassPath = "";

  @Option(names = "--commands", defaultValue = "10000000", description = "How many.")
  private long commands;

  @Option(names = "--keys", defaultValue = "10000", description = "On so many keys.")
  private int keys;

  @Option(names = "--in-flight", defaultValue = "2000", description = "So many at a time.")
  private int inFlight;

  @Option(names = "--every", defaultValue = "60", description = "Seconds between two looks.")
  private int everySeconds;

  @Option(names = "--restarts", defaultValue = "3", description = "Of all servers, after SIGKILL.")
  private int restarts;

  @Option(names = "--max-heap-mib", defaultValue = "48", description = "After a collection.")
  private long maxHeapMib;

  @Option(
      names = "--max-growth-mib",
      defaultValue = "6",
      description = "Of the heap, from the second quarter of the commands to the last one.")
  private long maxGrowthMib;

  @Option(names = "--max-log-mib", defaultValue = "256", description = "Log of one server.")
  private long maxLogMib;

  @Option(names = "--max-snapshots-mib", defaultValue = "64", description = "Of one server.")
  private long maxSnapshotsMib;

  @Option(names = "--max-database-mib", defaultValue = "256", description = "Of one server.")
  private long maxDatabaseMib;

  @Option(
      names = "--max-restart-millis",
      defaultValue = "5000",
      description = "Slowest of the times from the start of the processes to an acknowledgement.")
  private long maxRestartMillis;

  private final List<ServerUnderTest> servers = new ArrayList<>();

  /** By server, what took most of the heap when most was in it. */
  private final Map<String, HeapHistogram> fullest = new HashMap<>();

  private final List<Look> looks = new ArrayList<>();

  /** The program. */
  public static void main(String[] arguments) {
    run(new EnduranceCommand(), arguments);
  }

  @Override
  protected String run() throws IOException, InterruptedException {
    Bounds bounds =
        new Bounds(
            maxHeapMib * MIB,
            maxGrowthMib * MIB,
            maxLogMib * MIB,
            maxSnapshotsMib * MIB,
            maxDatabaseMib * MIB,
            maxRestartMillis);
    List<String> broken = see().broken(bounds);
    broken.forEach(each -> System.out.println("BROKEN: " + each));
    for (int i = 0; i < Seen.CHECKS; i++) {
      count(i >= broken.size());
    }
    return ran();
  }

  private Seen see() throws IOException, InterruptedException {
    String group = "endurance-" + UUID.randomUUID().toString().substring(0, 8);
    try (ChildProcesses processes = ChildProcesses.open(directory());
        PairLoad load = PairLoad.connect(group, new PairLoad.Size(commands, keys, inFlight))) {
      start(processes, group);
      return see(load);
    }
  }

  /** Starts servers {@code flotilla server --state-machine key-value}. */
  private void start(ChildProcesses processes, String group) throws IOException {
    for (int i = 1; i <= SERVERS; i++) {
      String name = "server-" + i;
      Path data = directory().resolve(name);
      List<String> arguments = new ArrayList<>(List.of("server", "--group", group));
      arguments.addAll(List.of("--expect", Integer.toString(SERVERS), "--data", data.toString()));
      arguments.addAll(List.of("--state-machine", "key-value", "--on-damage", "refuse"));
      JavaProgram program =
          new JavaProgram(serverClassPath, "dev.flotilla.server.FlotillaCommand", JVM, arguments);
      servers.add(ServerUnderTest.startMute(processes, name, data, program));
    }
  }

  private Seen see(PairLoad load) throws IOException, InterruptedException {
    awaitService(load);
    load.fill();
    long beganNanos = System.nanoTime();
    load.begin();
    int idle = 0;
    while (!load.isDone()) {
      long before = load.acknowledged();
      load.awaitDone(Duration.ofSeconds(everySeconds));
      look(load, beganNanos);
      idle = load.acknowledged() == before ? idle + 1 : 0;
      if (idle == MAX_IDLE_LOOKS) {
        throw new IOException("nothing is acknowledged any more; " + load.others());
      }
    }
    look(load, beganNanos);
    for (ServerUnderTest server : servers) {
      // To tell by what a count far above others is.
      HeapHistogram heap = fullest.getOrDefault(server.name(), new HeapHistogram(0, ""));
      System.out.printf(
          Locale.ROOT,
          "most in the heap of %s, %,d bytes:%n%s%n",
          server.name(),
          heap.bytes(),
          heap.beginning());
    }
    load.awaitQuiet();
    load.fill();
    System.out.println("commands that had to be sent anew: " + load.others());
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < restarts; i++) {
      millis.add(restart(load));
      System.out.printf(Locale.ROOT, "restart after SIGKILL of all: %,d ms%n", millis.get(i));
    }
    ServerGroup.requireNothingSetAside(servers);
    String lost = load.lost();
    System.out.println(lost.isEmpty() ? "nothing that was acknowledged is missing" : lost);
    return new Seen(looks, millis, lost);
  }

  /** The servers need some time to find each other, and to elect a leader. */
  private void awaitService(PairLoad load) throws IOException {
    IOException last = new IOException("no attempt was made");
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        for (ServerUnderTest server : servers) {
          server.requireRunning();
        }
        load.awaitAcknowledgement();
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private void look(PairLoad load, long beganNanos) throws IOException, InterruptedException {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos);
    long acknowledged = load.acknowledged();
    Look before = looks.isEmpty() ? new Look(0, 0, List.of()) : looks.get(looks.size() - 1);
    List<Usage> usages = new ArrayList<>();
    for (ServerUnderTest server : servers) {
      usages.add(usage(server));
    }
    Look look = new Look(seconds, acknowledged, usages);
    looks.add(look);
    long passed = Math.max(1, seconds - before.seconds());
    System.out.println(look.line((acknowledged - before.acknowledged()) / passed));
  }

  /** Counts what lives in the heap of a server, and looks at its directory. */
  private Usage usage(ServerUnderTest server) throws IOException, InterruptedException {
    server.requireRunning();
    HeapHistogram heap = HeapHistogram.of(server.process());
    fullest.merge(server.name(), heap, (one, other) -> one.bytes() < other.bytes() ? other : one);
    Path data = server.directory();
    return new Usage(
        heap.bytes(), bytes(data, "log"), bytes(data, "snapshot"), bytes(data, "machine"));
  }

  /** Of what begins like this in a data directory, which changes meanwhile. */
  private static long bytes(Path directory, String prefix) throws IOException {
    try {
      if (!Files.isDirectory(directory)) {
        return Files.size(directory);
      }
      long bytes = 0;
      try (Stream<Path> children = Files.list(directory)) {
        for (Path child : children.toList()) {
          bytes += child.getFileName().toString().startsWith(prefix) ? bytes(child, "") : 0;
        }
      }
      return bytes;
    } catch (NoSuchFileException e) {
      // Deleted between the listing and the look.
      return 0;
    }
  }

  /** From the start of the processes to an acknowledgement. */
  private long restart(PairLoad load) throws IOException, InterruptedException {
    ServerGroup.each(servers, ServerUnderTest::kill);
    long beganNanos = System.nanoTime();
    ServerGroup.each(servers, ServerUnderTest::startAgain);
    awaitService(load);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
  }
}
