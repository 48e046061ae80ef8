package dev.flotilla.systemtests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that record a history of a new group. */
public final class HistoryOptions {
  @Option(names = "--directory", required = true, description = "A new directory for all of it.")
  private Path directory = Path.of("");

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(names = "--rounds", defaultValue = "3", description = "How often each fault is injected.")
  private int rounds;

  @Option(names = "--operations", defaultValue = "5000", description = "How many at the least.")
  private long operations;

  @Option(names = "--clients", defaultValue = "12", description = "Clients at a time.")
  private int clients;

  @Option(
      names = "--classes",
      description =
          "The servers' loaded classes, kept by -XX:ArchiveClassesAtExit; none: load all.")
  private @Nullable Path classes;

  /** For the history, and the servers' data and logs. */
  public Path directory() {
    return directory;
  }

  /** Of what is drawn: commands, victims, the order of faults. */
  public long seed() {
    return seed;
  }

  /** How often each fault is injected. */
  public int rounds() {
    return rounds;
  }

  /** How many operations there must be at the least, however fast the rounds are over. */
  public long operations() {
    return operations;
  }

  /** How many clients ask at a time. */
  public int clients() {
    return clients;
  }

  /** How the JVMs of servers run: they are killed soon, and start often. */
  List<String> jvmOptions() {
    List<String> options =
        new ArrayList<>(
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"));
    if (classes != null && Files.isRegularFile(classes)) {
      options.add("-XX:SharedArchiveFile=" + classes);
    }
    return options;
  }

  /** Whether the directory is new; says on standard error that it is not. */
  public boolean isNew() {
    if (Files.exists(directory)) {
      System.err.println(directory + " exists already; give a new directory, or delete that one");
    }
    return !Files.exists(directory);
  }
}
