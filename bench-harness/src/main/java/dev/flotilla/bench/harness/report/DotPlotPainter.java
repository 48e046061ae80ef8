package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.DotPlot;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.Locale;

/** Draws a dot plot as SVG: a row for each name, a point with its whisker, the value behind it. */
final class DotPlotPainter {
  private static final int WIDTH = 520;
  private static final int ROW_HEIGHT = 26;
  private static final int AXIS_HEIGHT = 44;
  private static final int FONT_SIZE = 14;
  private static final int GAP = 10;
  private static final int VALUE_WIDTH = 52;
  private static final double DOT_SIZE = 9;
  private static final float WHISKER_WIDTH = 1.6f;
  private static final int TICKS = 4;
  private static final double SMALL = 10;

  private final DotPlot plot;
  private final double most;
  private final double step;

  private DotPlotPainter(DotPlot plot) {
    this.plot = plot;
    this.most = plot.rows().stream().mapToDouble(row -> row.spread().max()).max().orElse(0);
    this.step = step(most <= 0 ? 1 : most);
  }

  /** The plot as an {@code svg} element. */
  static String svg(DotPlot plot) {
    int height = plot.rows().size() * ROW_HEIGHT + AXIS_HEIGHT;
    DotPlotPainter painter = new DotPlotPainter(plot);
    return SvgCanvas.draw(plot.id(), plot.title(), WIDTH, height, painter::paint);
  }

  /** The smallest of 1, 2 and 5 times a power of ten that needs at most so many ticks. */
  static double step(double most) {
    double power = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
    for (double factor : new double[] {1, 2, 5}) {
      if (most <= factor * power * TICKS) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private void paint(Graphics2D canvas) {
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE);
    canvas.setFont(font);
    FontMetrics metrics = canvas.getFontMetrics(font);
    double left =
        GAP + plot.rows().stream().mapToInt(row -> metrics.stringWidth(row.name())).max().orElse(0);
    paintAxis(canvas, metrics, left);
    for (int i = 0; i < plot.rows().size(); i++) {
      paintRow(canvas, metrics, left, plot.rows().get(i), i * ROW_HEIGHT + ROW_HEIGHT / 2.0);
    }
  }

  private double x(double left, double value) {
    double whole = Math.ceil(Math.max(most, step) / step) * step;
    return left + (WIDTH - VALUE_WIDTH - left) * value / whole;
  }

  private void paintAxis(Graphics2D canvas, FontMetrics metrics, double left) {
    double bottom = plot.rows().size() * (double) ROW_HEIGHT;
    for (int tick = 0; (tick - 1) * step < most; tick++) {
      double at = x(left, tick * step);
      canvas.setStroke(Palette.thin(1));
      canvas.setColor(Palette.GRID);
      canvas.draw(new Line2D.Double(at, 0, at, bottom));
      canvas.setColor(Palette.INK);
      String label = number(tick * step);
      float start = (float) (at - metrics.stringWidth(label) / 2.0);
      canvas.drawString(label, start, (float) bottom + FONT_SIZE + 4);
    }
    float start = (float) ((left + WIDTH - VALUE_WIDTH - metrics.stringWidth(plot.unit())) / 2);
    canvas.drawString(plot.unit(), start, (float) bottom + AXIS_HEIGHT - 8);
  }

  private void paintRow(
      Graphics2D canvas, FontMetrics metrics, double left, DotPlot.Row row, double y) {
    float baseline = (float) y + metrics.getAscent() / 2f - 2;
    canvas.setColor(Palette.INK);
    canvas.drawString(row.name(), (float) (left - GAP - metrics.stringWidth(row.name())), baseline);
    double largest = x(left, row.spread().max());
    canvas.drawString(number(row.spread().median()), (float) (largest + GAP), baseline);
    canvas.setColor(Palette.series(0));
    canvas.setStroke(Palette.thin(WHISKER_WIDTH));
    canvas.draw(new Line2D.Double(x(left, row.spread().min()), y, largest, y));
    double middle = x(left, row.spread().median());
    canvas.fill(new Ellipse2D.Double(middle - DOT_SIZE / 2, y - DOT_SIZE / 2, DOT_SIZE, DOT_SIZE));
  }

  private static String number(double value) {
    return value == Math.rint(value) || value >= SMALL
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
