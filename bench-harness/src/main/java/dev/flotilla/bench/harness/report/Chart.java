package dev.flotilla.bench.harness.report;

import java.util.List;

/**
 * A figure: lines with spread.
 *
 * @param id unique in the report, a word
 * @param title its caption
 * @param xTitle what the horizontal axis says
 * @param yTitle what the vertical axis says
 * @param series the lines; those without points are left out
 */
record Chart(String id, String title, String xTitle, String yTitle, List<Series> series) {
  Chart {
    series = series.stream().filter(each -> !each.points().isEmpty()).toList();
  }

  /**
   * A line.
   *
   * @param name as the legend says it
   * @param color number of its colour: that of the system
   * @param dash number of its dash pattern and marker: that of the servers or the scenario
   * @param points from left to right
   */
  record Series(String name, int color, int dash, List<Point> points) {
    Series {
      points = List.copyOf(points);
    }
  }

  /** A median at x, with the smallest and largest value around it. */
  record Point(double x, double median, double min, double max) {
    static Point of(double x, Spread spread) {
      return new Point(x, spread.median(), spread.min(), spread.max());
    }
  }

  boolean isEmpty() {
    return series.isEmpty();
  }
}
