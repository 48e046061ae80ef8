package dev.flotilla.systemtests.hostile;

import dev.flotilla.bench.ChildProcesses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
    subcommands = {HostileCommand.RunCommand.class, HostileCommand.FuzzCommand.class},
    mixinStandardHelpOptions = true)
final class HostileCommand {
  private static final int NEGATIVE = 1;
  private static final String NAMES = "Rows, or names of cases; all if there is none.";

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

  private static void print(Row row) {
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
  }

  /** What fuzzing needs. */
  static final class FuzzOptions {
    @Option(names = "--fuzz-class-path", required = true, description = "As java -cp takes it.")
    private String classPath = "";

    @Option(names = "--dictionary", required = true, description = "As libFuzzer reads it.")
    private Path dictionary = Path.of("");

    @Option(names = "--fuzz-seconds", defaultValue = "60", description = "For all targets.")
    private int seconds;

    Fuzzer fuzzer(Path directory) {
      int each = Math.max(1, seconds / FuzzCases.targets());
      return new Fuzzer(classPath, dictionary, directory.resolve("fuzz"), each);
    }
  }

  /** Fuzzes without servers. */
  @Command(name = "fuzz", description = "Fuzzes every target, without servers.")
  static final class FuzzCommand implements Callable<Integer> {
    @Option(names = "--directory", required = true, description = "A new directory.")
    private Path directory = Path.of("");

    @Mixin private FuzzOptions fuzzing = new FuzzOptions();

    @Override
    public Integer call() throws InterruptedException {
      List<Row> rows = new ArrayList<>();
      FuzzCases.run(
          fuzzing.fuzzer(directory),
          row -> {
            rows.add(row);
            print(row);
          });
      long good = rows.stream().filter(Row::isGood).count();
      System.out.println("RUN " + good + "/" + rows.size());
      return good == rows.size() ? CommandLine.ExitCode.OK : NEGATIVE;
    }
  }

  /** Runs cases. */
  @Command(name = "run", description = "Runs the cases whose row or name is given, or all.")
  static final class RunCommand implements Callable<Integer> {
    @Option(names = "--prefix", required = true, description = "Of the namespaces.")
    private String prefix = "";

    @Option(names = "--directory", required = true, description = "A new directory.")
    private Path directory = Path.of("");

    @Option(names = "--server-class-path", required = true, description = "As java -cp takes it.")
    private String classPath = "";

    @Option(names = "--server-version", required = true, description = "The commit of the servers.")
    private String version = "";

    @Mixin private FuzzOptions fuzzing = new FuzzOptions();

    @Parameters(arity = "0..*", description = NAMES)
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
      Files.createDirectories(directory);
      List<HostileCase> cases = Corpus.named(names);
      int good = 0;
      Path results = directory.resolve("results.tsv");
      Results.begin(results, Results.conditionsHere(version));
      AtomicInteger groups = new AtomicInteger();
      try (ChildProcesses children = ChildProcesses.open(directory);
          HostileRun run = new HostileRun(() -> start(children, groups.incrementAndGet()))) {
        for (HostileCase each : cases) {
          Row row = run.run(each);
          good += row.isGood() ? 1 : 0;
          print(row);
          Results.append(results, row);
        }
      }
      System.out.println("RUN " + good + "/" + cases.size());
      return good == cases.size() ? CommandLine.ExitCode.OK : NEGATIVE;
    }

    private HostileServer.Start start(ChildProcesses children, int number) throws IOException {
      Path group = directory.resolve("group-" + number);
      Files.createDirectories(group);
      Fuzzer fuzzer = fuzzing.fuzzer(directory);
      return new HostileServer.Start(
          children, new Network(prefix), classPath, group, "64m", fuzzer);
    }
  }
}
