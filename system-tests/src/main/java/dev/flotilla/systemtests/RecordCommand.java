package dev.flotilla.systemtests;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records one history; ends with 0 when it is complete, whatever it says. */
@CommandLine.Command(
    name = "record",
    description = "Records what clients see of three servers while these are killed and paused.",
    mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
  @Mixin private HistoryOptions options = new HistoryOptions();

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
    if (!options.isNew()) {
      return CommandLine.ExitCode.USAGE;
    }
    System.out.println(Recording.record(options, reads));
    return CommandLine.ExitCode.OK;
  }
}
