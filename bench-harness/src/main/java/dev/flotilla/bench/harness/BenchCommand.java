package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.agent.AgentCommand;
import dev.flotilla.bench.harness.agent.Installation;
import dev.flotilla.bench.harness.report.CompareCommand;
import dev.flotilla.bench.harness.report.ReportCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code flotilla bench}: measures Flotilla beside other systems. */
@Command(
    name = "flotilla bench",
    description = "Measures Flotilla and other replicated services.",
    synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  private static final int MAX_SUGGESTIONS = 3;

  /** For picocli. */
  public BenchCommand() {}

  /**
   * Runs the command line and ends the JVM with its exit code.
   *
   * @param arguments the words after {@code bench}
   */
  public static void main(String[] arguments) {
    System.exit(execute(System.out, System.err, arguments));
  }

  static int execute(PrintStream out, PrintStream err, String... arguments) {
    CommandLine commandLine = new CommandLine(new BenchCommand());
    commandLine.addSubcommand(new RunCommand(out, err, List.of(arguments)));
    commandLine.addSubcommand(new ReportCommand(Presets::sections, out, err));
    commandLine.addSubcommand(new CompareCommand(out, err));
    commandLine.addSubcommand(new AgentCommand(BenchCommand::installation, out, err));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    commandLine.setParameterExceptionHandler((e, words) -> explainUsage(e, err));
    commandLine.setExecutionExceptionHandler((e, command, words) -> explainFault(e, err));
    if (arguments.length == 0) {
      commandLine.usage(err);
      return ExitCode.USAGE;
    }
    return commandLine.execute(arguments);
  }

  private static Installation installation() throws IOException {
    Path home = Path.of(System.getProperty("flotilla.home", ""));
    return SystemCatalog.load(home).installation(home);
  }

  private static int explainUsage(CommandLine.ParameterException e, PrintStream err) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    List<String> similar =
        e instanceof CommandLine.UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions().stream().limit(MAX_SUGGESTIONS).toList()
            : List.of();
    String hint = similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
    err.printf("flotilla bench: %s%s; see %s --help%n", e.getMessage(), hint, command);
    return ExitCode.USAGE;
  }

  private static int explainFault(Exception e, PrintStream err) {
    err.println("flotilla bench: a fault in the benchmark itself; please report what follows");
    e.printStackTrace(err);
    return ExitCode.INTERNAL;
  }
}
