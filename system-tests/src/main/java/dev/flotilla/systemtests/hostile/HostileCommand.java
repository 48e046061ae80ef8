package dev.flotilla.systemtests.hostile;

import dev.flotilla.bench.ChildProcesses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Runs the hostile corpus, lists it, or writes its table. */
@Command(
    name = "hostile",
    description = "Sends hostile messages to three servers in network namespaces.",
    mixinStandardHelpOptions = true)
final class HostileCommand {
  private static final int NEGATIVE = 1;
  private static final String NAMES = "Rows, or names of cases; all if there is none.";
  private static final String AS_JAVA = "As java -cp takes it.";

  /** The program. */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new HostileCommand());
    line.setExecutionExceptionHandler(HostileCommand::failed);
    System.exit(line.execute(arguments));
  }

  @Command(name = "list", description = "Prints cases, with what is expected.")
  int list(@Parameters(arity = "0..*", description = NAMES) List<String> names) {
    List<HostileCase> cases = Corpus.named(names == null ? List.of() : names);
    for (HostileCase each : cases) {
      System.out.println(
          String.join("\t", each.row(), each.name(), each.input(), each.expected(), checks(each)));
    }
    System.out.println(cases.size() + " cases");
    return CommandLine.ExitCode.OK;
  }

  /** A name that no case has is a mistake of the caller. */
  private static int failed(Exception failure, CommandLine line, ParseResult result)
      throws Exception {
    if (failure instanceof Corpus.UnknownName unknown) {
      line.getErr().println("hostile: " + unknown.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    throw failure;
  }

  private static String checks(HostileCase each) {
    return switch (each.effect()) {
      case NONE -> "good requests within 500 ms, same leader and term, no packet to others";
      case LEADER -> "good requests within 10 s, no packet to others";
      case ADDRESS -> "good requests within 10 s";
    };
  }

  @Command(name = "document", description = "Writes the table of one or two runs to a page.")
  int document(
      @Parameters(description = "Results of this version.") Path results,
      @Parameters(description = "Results of the version before.") Path before,
      @Parameters(description = "The page.") Path page)
      throws IOException {
    Files.writeString(
        page, Document.of(Corpus.cases(), Results.read(results), Results.read(before)));
    return CommandLine.ExitCode.OK;
  }

  /** What all runs need. */
  static final class Options {
    @Option(names = "--directory", required = true, description = "A new directory.")
    private Path directory = Path.of("");

    @Option(names = "--fuzz-class-path", required = true, description = AS_JAVA)
    private String classPath = "";

    @Option(names = "--dictionary", required = true, description = "As libFuzzer reads it.")
    private Path dictionary = Path.of("");

    @Option(names = "--fuzz-seconds", defaultValue = "60", description = "For all targets.")
    private int seconds;

    private Fuzzer fuzzer() {
      int each = Math.max(1, seconds / FuzzCases.TARGETS.size());
      return new Fuzzer(classPath, dictionary, directory.resolve("fuzz"), each);
    }
  }

  @Command(name = "fuzz", description = "Fuzzes every target, without servers.")
  int fuzz(@Mixin Options options) throws InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (HostileCase each : Corpus.named(List.of(FuzzCases.ROW))) {
      rows.add(printed(FuzzCases.run(each, options.fuzzer())));
    }
    return end(rows);
  }

  @Command(name = "run", description = "Runs the cases whose row or name is given, or all.")
  int run(
      @Mixin Options options,
      @Option(names = "--prefix", required = true, description = "Of the namespaces.")
          String prefix,
      @Option(names = "--server-class-path", required = true, description = AS_JAVA)
          String classPath,
      @Option(names = "--server-version", required = true, description = "The servers' commit.")
          String version,
      @Parameters(arity = "0..*", description = NAMES) List<String> names)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(options.directory);
    List<HostileCase> cases = Corpus.named(names == null ? List.of() : names);
    Path results = directory.resolve("results.tsv");
    Results.begin(results, Results.conditionsHere(version));
    Network network = new Network(prefix);
    AtomicInteger groups = new AtomicInteger();
    List<Row> rows = new ArrayList<>();
    try (ChildProcesses children = ChildProcesses.open(directory);
        HostileRun run =
            new HostileRun(
                () -> {
                  Path group = directory.resolve("group-" + groups.incrementAndGet());
                  Files.createDirectories(group);
                  return new HostileServer.Start(
                      children, network, classPath, group, "64m", options.fuzzer());
                })) {
      for (HostileCase each : cases) {
        rows.add(printed(run.run(each)));
        Results.append(results, rows.get(rows.size() - 1));
      }
    }
    return end(rows);
  }

  private static Row printed(Row row) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    System.out.println(
        "%s %s %s: %s; good requests %s; load %s%s"
            .formatted(
                row.isGood() ? "good" : "BAD ",
                row.row(),
                row.name(),
                row.answer(),
                row.good(),
                Math.round(load),
                row.isGood() ? "" : "\n     " + row.joined()));
    return row;
  }

  private static int end(List<Row> rows) {
    System.out.println(new Results("", rows).summary());
    return rows.stream().allMatch(Row::isGood) ? CommandLine.ExitCode.OK : NEGATIVE;
  }
}
