package dev.flotilla.bench.harness.section;

import dev.flotilla.bench.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A drawing of lines with spread.
 *
 * @param id unique in the report, of letters, digits and hyphens
 * @param title what it shows
 * @param xTitle what the horizontal axis says
 * @param yTitle what the vertical axis says
 * @param scale of the horizontal axis
 * @param marks what its points stand for
 * @param series the lines; those without points are left out
 */
public record Chart(
    String id,
    String title,
    String xTitle,
    String yTitle,
    Scale scale,
    Marks marks,
    List<Series> series)
    implements Drawing {
  /** Leaves out lines without points. */
  public Chart {
    series = series.stream().filter(each -> !each.points().isEmpty()).toList();
  }

  /** A chart of medians. */
  public Chart(
      String id, String title, String xTitle, String yTitle, Scale scale, List<Series> series) {
    this(id, title, xTitle, yTitle, scale, Marks.MEDIANS, series);
  }

  /** A chart of medians with a linear axis. */
  public Chart(String id, String title, String xTitle, String yTitle, List<Series> series) {
    this(id, title, xTitle, yTitle, Scale.LINEAR, series);
  }

  /** How values are placed along an axis. */
  public enum Scale {
    /** From zero, by difference. */
    LINEAR,
    /** By ratio; all values are above zero. */
    LOGARITHMIC
  }

  /**
   * A line.
   *
   * @param name as the legend says it
   * @param color number of its colour: that of the system
   * @param dash number of its dash pattern and marker: that of the servers or the scenario
   * @param points from left to right
   */
  public record Series(String name, int color, int dash, List<Point> points) {
    /** Copies the list. */
    public Series {
      points = List.copyOf(points);
    }

    /** A line of medians, with a point for each thing that has the figure. */
    public static <T> Series of(
        String name,
        int color,
        int dash,
        List<Measured<T>> measured,
        ToDoubleFunction<T> x,
        Function<Repeats, Optional<Spread>> figure) {
      List<Point> points = new ArrayList<>();
      for (Measured<T> each : measured) {
        figure
            .apply(each.repeats())
            .ifPresent(spread -> points.add(Point.of(x.applyAsDouble(each.thing()), spread)));
      }
      return new Series(name, color, dash, points);
    }
  }

  /**
   * A median or an average at x, with the smallest and largest value around it.
   *
   * @param x where it stands on the horizontal axis
   * @param middle the median or the average
   * @param min the smallest value
   * @param max the largest value
   * @param count of the repeats, 0 for a published value
   */
  public record Point(double x, double middle, double min, double max, int count) {
    /** Of repeats at x. */
    public static Point of(double x, Spread spread) {
      return new Point(x, spread.median(), spread.min(), spread.max(), spread.count());
    }

    /** A published value at x. */
    public static Point of(double x, double value) {
      return new Point(x, value, value, value, 0);
    }
  }

  @Override
  public String marksInWords() {
    return marks.words(
        series.stream().flatMap(line -> line.points().stream()).mapToInt(Point::count));
  }

  @Override
  public boolean isEmpty() {
    return series.isEmpty();
  }
}
