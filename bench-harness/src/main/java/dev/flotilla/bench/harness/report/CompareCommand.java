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
      "Prints how much the results in B differ from those in A, in every cell that both have, and"
          + " marks with * the differences that are larger than the noise.",
      "Noise is the 95 %% confidence interval of the ratio of medians; it needs three repeats."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the comparison was printed",
      "2:the command line cannot be understood",
      "4:A or B holds no results"
    })
public final class CompareCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int INPUT_OUTPUT = 4;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Parameters(index = "0", paramLabel = "A", description = "A directory that bench run wrote.")
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private Path before;

  @Parameters(index = "1", paramLabel = "B", description = "Another one.")
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
