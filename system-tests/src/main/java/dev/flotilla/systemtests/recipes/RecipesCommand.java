package dev.flotilla.systemtests.recipes;

import dev.flotilla.systemtests.HistoryOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records one history of recipes; ends with 0 when it is complete, whatever it says. */
@CommandLine.Command(
    name = "recipes",
    description = "Records locks, elections, queues and counters while servers are harmed.",
    mixinStandardHelpOptions = true)
final class RecipesCommand implements Callable<Integer> {
  @Mixin private HistoryOptions options = new HistoryOptions();

  @Option(names = "--planted", defaultValue = "NONE", description = "${COMPLETION-CANDIDATES}")
  private Planted.Fault planted = Planted.Fault.NONE;

  @Option(names = "--faketime", description = "The library that moves clocks; none: they stay.")
  private @Nullable Path faketime;

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new RecipesCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (!options.isNew()) {
      return CommandLine.ExitCode.USAGE;
    }
    System.out.println(RecipeRecording.record(options, planted, faketime));
    return CommandLine.ExitCode.OK;
  }
}
