package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.stats.Estimate;
import dev.flotilla.bench.harness.stats.Estimate.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The first table of the report, ratios of throughput, and the paragraph that puts it in words. */
final class RatioTable {
  private static final String EARLY = "†";

  private final String first;
  private final List<String> others;
  private final List<Ratio> ratios = new ArrayList<>();

  /**
   * A ratio and where it stands.
   *
   * @param isEarly whether a run of either system ended before a kill was due
   */
  private record Ratio(String other, CellKey cell, Estimate estimate, boolean isEarly) {}

  RatioTable(Results results) {
    List<String> systems = results.systems();
    this.first = systems.get(0);
    this.others = systems.subList(1, systems.size());
    for (String other : others) {
      for (CellKey cell : results.cells()) {
        results
            .ratio(first, other, cell, Figure.THROUGHPUT)
            .ifPresent(
                estimate -> {
                  boolean isEarly =
                      results.endedBeforeAKill(first, cell)
                          || results.endedBeforeAKill(other, cell);
                  ratios.add(new Ratio(other, cell, estimate, isEarly));
                });
      }
    }
  }

  void appendTo(Html html) {
    if (ratios.isEmpty()) {
      html.paragraph("Only " + first + " was measured, so there is nothing to compare it with.");
      return;
    }
    SortedSet<Integer> clients = new TreeSet<>();
    ratios.forEach(ratio -> clients.add(ratio.cell.clients()));
    List<String> heads = new ArrayList<>(List.of("Throughput of " + first));
    clients.forEach(count -> heads.add(CellKey.clients(count)));
    List<List<Html.Cell>> rows = new ArrayList<>();
    for (String other : others) {
      SortedSet<CellKey> keys = new TreeSet<>();
      ratios.stream()
          .filter(ratio -> ratio.other.equals(other))
          .forEach(r -> keys.add(r.cell.row()));
      keys.forEach(key -> rows.add(row(other, key, clients)));
    }
    html.table("ratios", heads, rows);
    html.paragraph(words());
    html.note(
        "A ratio above 1 means that "
            + first
            + " answers more commands a second. In small figures: the 95 % confidence interval. Green:"
            + " the interval is above 1, red: it is below 1, grey: it contains 1, or fewer than "
            + Estimate.ENOUGH
            + " repeats give no interval."
            + (ratios.stream().anyMatch(Ratio::isEarly)
                ? " " + EARLY + " some runs ended before a kill was due."
                : ""));
  }

  private List<Html.Cell> row(String other, CellKey key, SortedSet<Integer> clients) {
    List<Html.Cell> row = new ArrayList<>();
    row.add(Html.Cell.of("× " + other + ", " + key.rowText()));
    for (int count : clients) {
      row.add(find(other, key.withClients(count)).map(RatioTable::cell).orElse(Html.Cell.of("–")));
    }
    return row;
  }

  private Optional<Ratio> find(String other, CellKey cell) {
    return ratios.stream()
        .filter(ratio -> ratio.other.equals(other) && ratio.cell.equals(cell))
        .findFirst();
  }

  private static Html.Cell cell(Ratio ratio) {
    Estimate found = ratio.estimate;
    String mark = ratio.isEarly ? " " + EARLY : "";
    return new Html.Cell(value(found) + mark, interval(found), style(found.verdict()));
  }

  private static String value(Estimate estimate) {
    return String.format(Locale.ROOT, "%.2f", estimate.value());
  }

  private static String interval(Estimate estimate) {
    return estimate.hasInterval()
        ? String.format(Locale.ROOT, "%.2f–%.2f", estimate.low(), estimate.high())
        : "";
  }

  private static String style(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /** The table in one paragraph. */
  String words() {
    StringBuilder text = new StringBuilder();
    for (String other : others) {
      List<Ratio> all = ratios.stream().filter(ratio -> ratio.other.equals(other)).toList();
      if (!all.isEmpty()) {
        text.append(words(other, all));
      }
    }
    return text.toString().strip();
  }

  private String words(String other, List<Ratio> all) {
    Comparator<Ratio> bySize = Comparator.comparingDouble(ratio -> ratio.estimate.value());
    Ratio best = all.stream().max(bySize).orElseThrow();
    Ratio worst = all.stream().min(bySize).orElseThrow();
    return String.format(
        Locale.ROOT,
        "Of %s cells, %s answers more commands a second than %s in %s and fewer in %s. %s"
            + " The best cell is %s with %.2f times the throughput, the worst is %s with %.2f"
            + " times. ",
        all.size(),
        first,
        other,
        count(all, Verdict.ABOVE),
        count(all, Verdict.BELOW),
        undecided(all),
        best.cell.text(),
        best.estimate.value(),
        worst.cell.text(),
        worst.estimate.value());
  }

  private static String undecided(List<Ratio> all) {
    long level = count(all, Verdict.LEVEL);
    long unknown = count(all, Verdict.UNKNOWN);
    String within = level == 0 ? "" : "In " + level + " the difference is within the noise.";
    String few = unknown == 0 ? "" : " In " + unknown + " there are too few repeats to tell.";
    return (within + few).strip();
  }

  private static long count(List<Ratio> ratios, Verdict verdict) {
    return ratios.stream().filter(ratio -> ratio.estimate.verdict() == verdict).count();
  }
}
