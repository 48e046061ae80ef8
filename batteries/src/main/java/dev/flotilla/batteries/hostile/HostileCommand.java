package dev.flotilla.batteries.hostile;

import dev.flotilla.bench.ChildProcesses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the hostile corpus, lists it, or writes its table. */
@Command(
    name = "hostile",
    description = "Sends hostile messages to three servers in network namespaces.",
    subcommands = HostileCommand.RunCommand.class,
    mixinStandardHelpOptions = true)
final class HostileCommand {
  private static final int NEGATIVE = 1;

  /** The program. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new HostileCommand()).execute(arguments));
  }

  @Command(name = "list", description = "Prints every case, with what is expected.")
  int list() {
    for (HostileCase each : Corpus.cases()) {
      System.out.println(
          String.join("\t", each.row(), each.name(), each.input(), each.expected(), checks(each)));
    }
    System.out.println(Corpus.cases().size() + " cases");
    return CommandLine.ExitCode.OK;
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
    Files.writeString(page, Document.of(Corpus.cases(), read(results), read(before)));
    return CommandLine.ExitCode.OK;
  }

  private static List<Row> read(Path results) throws IOException {
    return Files.readAllLines(results).stream().map(Row::parse).toList();
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

    @Parameters(arity = "0..*", description = "Rows, or names of cases; all if there is none.")
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
      Files.createDirectories(directory);
      List<HostileCase> cases =
          Corpus.cases().stream().filter(each -> names.isEmpty() || isNamed(each)).toList();
      int good = 0;
      Path results = directory.resolve("results.tsv");
      Files.writeString(results, "");
      AtomicInteger groups = new AtomicInteger();
      try (ChildProcesses children = ChildProcesses.open(directory);
          HostileRun run = new HostileRun(() -> start(children, groups.incrementAndGet()))) {
        for (HostileCase each : cases) {
          Row row = run.run(each);
          good += row.isGood() ? 1 : 0;
          print(row);
          Files.writeString(results, row.line() + "\n", StandardOpenOption.APPEND);
        }
      }
      System.out.println("RUN " + good + "/" + cases.size());
      return good == cases.size() ? CommandLine.ExitCode.OK : NEGATIVE;
    }

    private boolean isNamed(HostileCase each) {
      return names.contains(each.row()) || names.contains(each.name());
    }

    private HostileServer.Start start(ChildProcesses children, int number) throws IOException {
      Path group = directory.resolve("group-" + number);
      Files.createDirectories(group);
      return new HostileServer.Start(children, new Network(prefix), classPath, group, "64m");
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
  }
}
