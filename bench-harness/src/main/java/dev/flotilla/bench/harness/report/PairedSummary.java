package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.PairedRatio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The result of paired windows as Markdown for a terminal. */
public final class PairedSummary {
  private PairedSummary() {}

  /**
   * One line for each cell and figure: the medians of both systems, and the median of the ratios of
   * neighbouring windows with its interval. Of costs the means.
   *
   * @throws IOException if the directory holds no windows
   */
  public static String markdown(Path directory) throws IOException {
    Results results = ResultReader.read(directory);
    List<String> systems = results.systems();
    StringBuilder text = new StringBuilder();
    for (CellKey cell : results.cells()) {
      for (String other : systems.subList(1, systems.size())) {
        text.append(
            "## %s, %s : %s, median of ratios (95 %% interval), of costs means%n%n"
                .formatted(cell.text(), systems.get(0), other));
        for (Figure figure : Figure.values()) {
          text.append(line(results, cell, systems.get(0), other, figure));
        }
        text.append("%n".formatted());
      }
    }
    return text.toString();
  }

  private static String line(
      Results results, CellKey cell, String first, String other, Figure figure) {
    return "- %-10s  %s : %s  ratio %s%n"
        .formatted(
            figure.title(),
            middle(results, first, cell, figure),
            middle(results, other, cell, figure),
            results.ratio(first, other, cell, figure).map(found -> found.text()).orElse("unknown"));
  }

  private static String middle(Results results, String system, CellKey cell, Figure figure) {
    if (figure.isCost()) {
      double mean = PairedRatio.meanCost(results.windowsOf(system, cell), figure.ofWindow());
      return String.format(Locale.ROOT, figure.format(), mean);
    }
    return results
        .spread(system, cell, figure)
        .map(spread -> String.format(Locale.ROOT, figure.format(), spread.median()))
        .orElse("-");
  }
}
