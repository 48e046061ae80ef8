package dev.flotilla.systemtests.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Runs many commands through three servers; ends with 0 if all stayed within its bounds. */
@CommandLine.Command(
    name = "endurance",
    description = "Looks at heap and disk of three servers of a key-value store under long load.",
    mixinStandardHelpOptions = true)
final class EnduranceCommand implements Callable<Integer> {
  private static final int NEGATIVE = 1;
  private static final long MIB = 1 << 20;

  @Option(names = "--directory", required = true, description = "A new directory for all of it.")
  private Path directory = Path.of("");

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

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new EnduranceCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (Files.exists(directory)) {
      System.err.println(directory + " exists already; give a new directory, or delete that one");
      return CommandLine.ExitCode.USAGE;
    }
    Bounds bounds =
        new Bounds(
            maxHeapMib * MIB,
            maxGrowthMib * MIB,
            maxLogMib * MIB,
            maxSnapshotsMib * MIB,
            maxDatabaseMib * MIB,
            maxRestartMillis);
    List<String> broken = run().broken(bounds);
    broken.forEach(each -> System.out.println("BROKEN: " + each));
    System.out.printf("RUN %s/%s%n", Bounds.CHECKS - broken.size(), Bounds.CHECKS);
    return broken.isEmpty() ? CommandLine.ExitCode.OK : NEGATIVE;
  }

  private Seen run() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    try (Endurance endurance =
        Endurance.begin(directory, serverClassPath, new PairLoad.Size(commands, keys, inFlight))) {
      return endurance.run(Duration.ofSeconds(everySeconds), restarts);
    }
  }
}
