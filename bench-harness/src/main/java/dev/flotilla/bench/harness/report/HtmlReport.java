package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.PresetSections;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The whole report: one HTML file that needs nothing else. */
final class HtmlReport {
  private static final double PERCENT = 100;
  private static final Pattern SPREAD = Pattern.compile("([0-9,.-]+) (\\([0-9,.-]+\\))");

  private final Results results;
  private final List<Section> sections;
  private final Html html = new Html();

  HtmlReport(Results results, PresetSections presets) {
    this.results = results;
    this.sections = presets.of(results.preset(), results.runs());
  }

  static String of(Results results, PresetSections presets) {
    HtmlReport report = new HtmlReport(results, presets);
    report.appendBody();
    return report.page();
  }

  /** All drawings of the report, from top to bottom. */
  List<Drawing> drawings() {
    return sections.isEmpty()
        ? List.copyOf(new Figures(results).all())
        : sections.stream().flatMap(section -> section.drawings().stream()).toList();
  }

  private String title() {
    List<String> systems = results.systems();
    if (!sections.isEmpty()) {
      return "Benchmark of " + systems.get(0) + ", preset " + results.preset();
    }
    return systems.size() == 1
        ? "Benchmark of " + systems.get(0)
        : systems.get(0) + " beside " + String.join(" and ", systems.subList(1, systems.size()));
  }

  private String page() {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s</title>
        <style>
        %s%s</style>
        </head>
        <body>
        <main>
        %s</main>
        </body>
        </html>
        """
        .formatted(Html.escape(title()), StyleSheet.text(), Palette.rules(), html);
  }

  private void appendBody() {
    html.heading(1, title());
    Tables tables = new Tables(results);
    if (sections.isEmpty()) {
      appendComparison(tables);
    } else {
      appendSections();
    }
    appendLostRuns();
    html.heading(2, "All cells");
    html.note("Medians over the runs or windows; smallest and largest in brackets.");
    tables.appendCells(html);
    tables.appendWindows(html);
    tables.appendColdStarts(html);
    appendSystems();
    appendEnvironment();
  }

  private void appendComparison(Tables tables) {
    new RatioTable(results).appendTo(html);
    List<Drawing> drawings = drawings();
    if (!drawings.isEmpty()) {
      html.heading(2, "Figures");
      if (results.isPaper()) {
        html.note(
            "Figures 1 to 6 show averages over the runs and name Flotilla Raft and ZooKeeper ZK, as"
                + " the paper does; figures 3b to 6b are the same with kills by progress. A point is"
                + " missing if every run ended before a kill.");
      }
      html.raw(DrawingFigure.markup(drawings));
    }
    tables.appendFailures(html);
    if (results.isPaper()) {
      Section findings = new PaperFindings(results).section();
      html.heading(2, findings.title());
      html.table("findings", findings.table().heads(), cells(findings.table()));
      html.note(findings.words());
    }
  }

  private void appendSections() {
    html.note(Section.SPREAD);
    for (Section section : sections) {
      html.heading(2, section.title());
      if (!section.words().isEmpty()) {
        html.paragraph(section.words());
      }
      html.table("values", section.table().heads(), cells(section.table()));
      html.raw(DrawingFigure.markup(section.drawings()));
    }
    int older = results.lines().size() - results.runs().size();
    if (older > 0) {
      html.note(
          "Runs that lack fields, as those of older versions do: "
              + older
              + ". Only the table of all cells has them.");
    }
  }

  private void appendLostRuns() {
    if (results.lost().isEmpty()) {
      return;
    }
    Table table = new Table(List.of("run", "servers", "reason"));
    for (LostRun run : results.lost()) {
      table.add(List.of(run.run(), Integer.toString(run.servers()), run.reason()));
    }
    html.heading(2, "Lost runs");
    html.note("A host was lost, or the system failed. They are not valid and count nowhere.");
    html.table("reasons", table.heads(), cells(table));
  }

  private static List<List<Html.Cell>> cells(Table table) {
    return table.rows().stream().map(row -> row.stream().map(HtmlReport::cell).toList()).toList();
  }

  /** Smallest and largest are a detail, which goes below the median where there is little room. */
  private static Html.Cell cell(String text) {
    Matcher spread = SPREAD.matcher(text);
    return spread.matches()
        ? new Html.Cell(spread.group(1), spread.group(2), "")
        : Html.Cell.of(text);
  }

  private void appendSystems() {
    html.heading(2, "Systems");
    List<List<Html.Cell>> rows = new ArrayList<>();
    for (AboutSystem about : results.about()) {
      rows.add(
          List.of(
              Html.Cell.of(about.system()),
              Html.Cell.of(about.version()),
              Html.Cell.of(about.durability()),
              Html.Cell.of(about.configuration())));
    }
    html.table(
        "words", List.of("system", "version", "a client has its answer when", "settings"), rows);
    List<String> variants =
        results.about().stream()
            .map(AboutSystem::system)
            .filter(name -> name.contains("@"))
            .toList();
    html.paragraph(
        variants.isEmpty()
            ? "Each system ran with its own JVM options only."
            : "Each system ran with its own JVM options and with another's: A@B is A with the JVM"
                + " options of B. In each cell the better set counts for A; the tables name it.");
  }

  private void appendEnvironment() {
    html.heading(2, "Environment");
    Map<String, String> environment =
        results.about().isEmpty() ? Map.of() : results.about().get(0).environment();
    List<List<Html.Cell>> rows = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (!name.equals("commandLine")) {
            rows.add(List.of(Html.Cell.of(name), Html.Cell.of(value)));
          }
        });
    html.table("words", List.of("what", "value"), rows);
    double busiest =
        results.lines().stream().mapToDouble(ResultLine::shareOfOthers).max().orElse(0);
    if (busiest > RunResult.BUSY_SHARE) {
      html.paragraph(
          String.format(
              Locale.ROOT,
              "Machine busy: other processes took up to %.0f %% of the machine in the runs that are marked.",
              busiest * PERCENT));
    }
    html.heading(2, "How to reproduce");
    html.paragraph("In a checkout of commit " + environment.getOrDefault("gitCommit", "unknown"));
    html.code("./" + environment.getOrDefault("commandLine", "flotilla bench run"));
    html.heading(2, "Raw files");
    html.paragraph(
        "This report is made of %s; the files may be compressed, with .gz behind their names."
            .formatted(String.join(", ", results.files())));
    if (results.unreadable() > 0) {
      html.paragraph(
          results.unreadable() + " lines of the raw files could not be read and are left out.");
    }
  }
}
