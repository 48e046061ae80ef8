package dev.flotilla.systemtests;

import dev.flotilla.systemtests.RecordOptions.Reads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Records one history; ends with 0 when it is complete, whatever it says. */
@CommandLine.Command(
    name = "record",
    description = "Records what clients see of three servers while these are killed and paused.",
    mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
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

  @Option(names = "--reads", defaultValue = "GROUP", description = "Who answers reads.")
  private Reads reads = Reads.GROUP;

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new RecordCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (Files.exists(directory)) {
      System.err.println(directory + " exists already; give a new directory, or delete that one");
      return CommandLine.ExitCode.USAGE;
    }
    System.out.println(
        Recording.record(new RecordOptions(directory, seed, rounds, operations, clients, reads)));
    return CommandLine.ExitCode.OK;
  }
}
