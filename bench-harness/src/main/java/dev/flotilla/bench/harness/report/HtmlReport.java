package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.PresetSections;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The whole report: one HTML file that needs nothing else. */
final class HtmlReport {
  private static final double PERCENT = 100;

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
    append("reasons", tables.lostRuns());
    append("figures", tables.cells());
    append("figures", tables.windows());
    append("figures", tables.coldStarts());
    append("words", tables.systems());
    appendVariants();
    append("words", tables.environment());
    appendBusy();
    appendOrigin();
  }

  /** Nothing if the table has no rows. */
  private void append(String style, Section section) {
    if (section.table().isEmpty()) {
      return;
    }
    html.heading(2, section.title());
    if (!section.words().isEmpty()) {
      html.paragraph(section.words());
    }
    html.table(style, section.table());
    html.raw(DrawingFigure.markup(section.drawings()));
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
    append("figures", tables.failures());
    if (results.isPaper()) {
      append("findings", new PaperFindings(results).section());
    }
  }

  private void appendSections() {
    html.note(Section.SPREAD);
    sections.forEach(section -> append("values", section));
    int older = results.lines().size() - results.runs().size();
    if (older > 0) {
      html.note(
          "Runs that lack fields, as those of older versions do: "
              + older
              + ". Only the table of all cells has them.");
    }
  }

  private void appendVariants() {
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

  private void appendBusy() {
    double busiest = results.lines().stream().mapToDouble(RunResult::shareOfOthers).max().orElse(0);
    if (busiest > RunResult.BUSY_SHARE) {
      html.paragraph(
          String.format(
              Locale.ROOT,
              "Machine busy: other processes took up to %.0f %% of the machine in the runs that are marked.",
              busiest * PERCENT));
    }
  }

  private void appendOrigin() {
    Map<String, String> environment = results.environment();
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
