package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Chart;
import java.awt.Font;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a chart as SVG: XChart lays it out, {@link SvgCanvas} writes it. */
final class ChartPainter {
  static final int HEIGHT = 340;
  private static final int WIDTH = SvgCanvas.WIDTH;
  private static final int FONT_SIZE = 14;
  private static final int MARKER_SIZE = 7;
  private static final float WHISKER_WIDTH = 1.2f;
  private static final double HEADROOM = 1.06;
  // Points of different lines stand beside each other, so that none hides another's whisker.
  private static final double STEP_ASIDE = 0.006;

  private static final double STEP_FACTOR = 1.05;

  private static final double SIDE_ROOM = 0.04;
  private static final double SIDE_FACTOR = 1.5;
  // A little less than the whole, so that the axes show their zero.
  private static final double PLOT_SHARE = 0.97;
  private static final int MOST_TICKS = 12;

  private final Chart chart;

  private ChartPainter(Chart chart) {
    this.chart = chart;
  }

  /** The chart as an {@code svg} element. */
  static String svg(Chart chart) {
    ChartPainter painter = new ChartPainter(chart);
    return SvgCanvas.draw(chart.id(), chart.title(), HEIGHT, painter::paint);
  }

  private void paint(Graphics2D canvas) {
    XYChart drawing =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(chart.xTitle())
            .yAxisTitle(chart.yTitle())
            .build();
    style(drawing.getStyler());
    List<Chart.Series> all = chart.series();
    for (int i = 0; i < all.size(); i++) {
      double steps = i - (all.size() - 1) / 2.0;
      addWhiskers(drawing, all.get(i), steps);
      addLine(drawing, all.get(i), steps);
    }
    drawing.paint(canvas, WIDTH, HEIGHT);
  }

  private void style(XYStyler style) {
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE);
    style.setLocale(Locale.ROOT);
    style.setChartTitleVisible(false).setLegendVisible(false).setChartPadding(4);
    style.setChartBackgroundColor(Palette.NOTHING).setPlotBackgroundColor(Palette.NOTHING);
    style.setPlotContentSize(PLOT_SHARE);
    style.setPlotBorderVisible(false).setChartFontColor(Palette.INK);
    style.setMarkerSize(MARKER_SIZE);
    style.setAxisTickLabelsFont(font).setAxisTitleFont(font);
    style.setAxisTickLabelsColor(Palette.INK).setAxisTickMarksColor(Palette.INK);
    style.setPlotGridLinesColor(Palette.GRID).setPlotGridVerticalLinesVisible(false);
    style.setPlotGridLinesStroke(Palette.thin(1)).setAxisTickMarksStroke(Palette.thin(1));
    style.setXAxisTitleColor(Palette.INK).setYAxisTitleColor(Palette.INK);
    double top = points().stream().mapToDouble(Chart.Point::max).max().orElse(1);
    style.setYAxisMin(0.0).setYAxisMax(top <= 0 ? 1.0 : top * HEADROOM);
    styleXAxis(style);
    style.setYAxisDecimalPattern(top < 10 ? "#,##0.##" : "#,##0");
    style.setXAxisDecimalPattern("#,##0").setXAxisMaxLabelCount(MOST_TICKS);
  }

  private void styleXAxis(XYStyler style) {
    double right = right();
    if (chart.scale() == Chart.Scale.LOGARITHMIC) {
      double left = points().stream().mapToDouble(Chart.Point::x).min().orElse(1);
      style.setXAxisLogarithmic(true);
      style.setXAxisMin(left / SIDE_FACTOR).setXAxisMax(right * SIDE_FACTOR);
    } else {
      style.setXAxisMin(-right * SIDE_ROOM).setXAxisMax(right * (1 + SIDE_ROOM));
    }
  }

  /** The place of a point that stands so many steps aside of x. */
  private double aside(double x, double steps) {
    return chart.scale() == Chart.Scale.LOGARITHMIC
        ? x * Math.pow(STEP_FACTOR, steps)
        : x + steps * STEP_ASIDE * right();
  }

  private double right() {
    return points().stream().mapToDouble(Chart.Point::x).max().orElse(1);
  }

  private List<Chart.Point> points() {
    return chart.series().stream().flatMap(series -> series.points().stream()).toList();
  }

  private void addLine(XYChart drawing, Chart.Series series, double steps) {
    XYSeries line =
        drawing.addSeries(
            series.name(),
            series.points().stream().mapToDouble(point -> aside(point.x(), steps)).toArray(),
            series.points().stream().mapToDouble(Chart.Point::middle).toArray());
    line.setLineColor(Palette.series(series.color()));
    line.setMarkerColor(Palette.series(series.color()));
    line.setLineStyle(Palette.stroke(series.dash()));
    line.setMarker(Palette.marker(series.dash()));
  }

  /** One upright line for each point from its smallest to its largest value; gaps between them. */
  private void addWhiskers(XYChart drawing, Chart.Series series, double steps) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (Chart.Point point : series.points()) {
      if (point.max() > point.min()) {
        double at = aside(point.x(), steps);
        x.addAll(List.of(at, at, at));
        y.addAll(List.of(point.min(), point.max(), Double.NaN));
      }
    }
    if (x.isEmpty()) {
      return;
    }
    XYSeries whiskers = drawing.addSeries(series.name() + " (range)", array(x), array(y));
    whiskers.setLineColor(Palette.series(series.color()));
    whiskers.setLineStyle(Palette.thin(WHISKER_WIDTH));
    whiskers.setMarker(SeriesMarkers.NONE);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
