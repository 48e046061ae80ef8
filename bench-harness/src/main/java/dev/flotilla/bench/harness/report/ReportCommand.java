package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.PresetSections;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code flotilla bench report}: makes the HTML report of a result directory. */
@Command(
    name = "report",
    description = {
      "Builds an HTML report of the results in DIR.",
      "The report is one file, DIR/report.html, and needs no network. Each of its figures is also a"
          + " file of its own, DIR/figures/NAME.svg; other .svg files there are deleted. The"
          + " report shows ratios, figures, tables, the environment and the command line. For a preset"
          + " it also shows published values.",
      "Reads results.jsonl or results.jsonl.gz, and results.csv if there is neither. Accepts results"
          + " of older versions and of interrupted benchmarks."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The report was written.",
      "2:Wrong usage.",
      "4:DIR has no results, or the report cannot be written."
    })
public final class ReportCommand implements Callable<Integer> {
  private static final String FIGURE = ".svg";
  private static final int OK = 0;
  private static final int INPUT_OUTPUT = 4;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Parameters(paramLabel = "DIR", description = "A directory of results: the --out of 'bench run'.")
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private Path directory;

  private final PresetSections presets;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * A command that prints to these.
   *
   * @param presets what the report of each preset says
   */
  public ReportCommand(PresetSections presets, PrintStream out, PrintStream err) {
    this.presets = presets;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      out.println("Report: " + write(directory, presets));
      return OK;
    } catch (IOException e) {
      err.println("flotilla bench: " + e.getMessage());
      return INPUT_OUTPUT;
    }
  }

  /**
   * Writes the report of a directory into it, and each figure as a file of its own. Deletes figures
   * of an earlier report that this one does not have.
   *
   * @param presets what the report of each preset says
   * @return the report
   * @throws IOException if there are no results, or the file cannot be written
   */
  public static Path write(Path directory, PresetSections presets) throws IOException {
    // Charts are laid out without a screen; macOS would otherwise open an icon for it.
    System.setProperty("java.awt.headless", "true");
    Results results = ResultReader.read(directory);
    writeFigures(new HtmlReport(results, presets).drawings(), results);
    return Files.writeString(directory.resolve("report.html"), HtmlReport.of(results, presets));
  }

  private static void writeFigures(List<Drawing> drawings, Results results) throws IOException {
    Path figures = results.directory().resolve("figures");
    Set<Path> written = new TreeSet<>();
    for (Drawing drawing : drawings) {
      Path file = Files.createDirectories(figures).resolve(drawing.id() + FIGURE);
      written.add(Files.writeString(file, FigureFile.of(drawing, results)));
    }
    if (Files.isDirectory(figures)) {
      deleteOthers(figures, written);
    }
  }

  /** Figures of an earlier report that this one does not have would be taken for its own. */
  private static void deleteOthers(Path figures, Set<Path> written) throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(figures, "*" + FIGURE)) {
      for (Path file : found) {
        if (!written.contains(file) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(file);
        }
      }
    }
  }
}
