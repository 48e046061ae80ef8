package dev.flotilla.bench.harness.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code flotilla bench compare}: sets two result directories side by side. */
@Command(
    name = "compare",
    description = {
      "Compares the results of two directories.",
      "Prints the figures of A and B and the ratio of B to A, for each cell that both have. An *"
          + " marks a difference that is larger than the noise: the 95 %% confidence interval of the"
          + " ratio does not contain 1. This needs at least three repeats."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:The comparison was printed.", "2:Wrong usage.", "4:A or B has no results."})
public final class CompareCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int INPUT_OUTPUT = 4;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "A directory of results: the --out of 'bench run'.")
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private Path before;

  @Parameters(
      index = "1",
      paramLabel = "B",
      description = "The directory of results to compare with A.")
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private Path after;

  private final PrintStream out;
  private final PrintStream err;

  /** A command that prints to these. */
  public CompareCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      out.print(new Comparison(ResultReader.read(before), ResultReader.read(after)).text());
      return OK;
    } catch (IOException e) {
      err.println("flotilla bench: " + e.getMessage());
      return INPUT_OUTPUT;
    }
  }
}
