package dev.flotilla.systemtests.recipes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Records one history of recipes; ends with 0 when it is complete, whatever it says. */
@CommandLine.Command(
    name = "recipes",
    description = "Records locks, elections, queues and counters while servers are harmed.",
    mixinStandardHelpOptions = true)
final class RecipesCommand implements Callable<Integer> {
  @Option(names = "--directory", required = true, description = "A new directory for all of it.")
  private Path directory = Path.of("");

  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(names = "--rounds", defaultValue = "1", description = "How often each fault is injected.")
  private int rounds;

  @Option(names = "--operations", defaultValue = "2000", description = "How many at the least.")
  private long operations;

  @Option(names = "--clients", defaultValue = "8", description = "Clients at a time.")
  private int clients;

  @Option(names = "--planted", defaultValue = "NONE", description = "${COMPLETION-CANDIDATES}")
  private Planted.Fault planted = Planted.Fault.NONE;

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new RecipesCommand())
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
        RecipeRecording.record(
            new RecipeRecording.Wanted(directory, seed, rounds, operations, clients, planted)));
    return CommandLine.ExitCode.OK;
  }
}
