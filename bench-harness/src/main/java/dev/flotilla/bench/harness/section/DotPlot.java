package dev.flotilla.bench.harness.section;

import dev.flotilla.bench.harness.stats.Spread;
import java.util.List;

/**
 * A drawing with a row for each of several things that have names, and a point with its spread in
 * each row.
 *
 * @param id unique in the report, of letters, digits and hyphens
 * @param title what it shows
 * @param unit what the axis says
 * @param rows from top to bottom
 */
public record DotPlot(String id, String title, String unit, List<Row> rows) implements Drawing {
  /** Copies the list. */
  public DotPlot {
    rows = List.copyOf(rows);
  }

  /**
   * A row.
   *
   * @param name of what was measured
   * @param spread its figure
   */
  public record Row(String name, Spread spread) {}

  @Override
  public String marksInWords() {
    return Marks.MEDIANS.words(rows.stream().mapToInt(row -> row.spread().count()));
  }

  @Override
  public boolean isEmpty() {
    return rows.isEmpty();
  }
}
