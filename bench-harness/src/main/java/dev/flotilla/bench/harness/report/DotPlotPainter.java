package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.DotPlot;
import dev.flotilla.bench.harness.stats.Spread;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.List;
import java.util.Locale;

/** Draws a dot plot as SVG: a row for each name, a point with its whisker, the value behind it. */
final class DotPlotPainter {
  private static final int WIDTH = SvgCanvas.WIDTH;
  private static final int ROW_HEIGHT = 26;
  private static final int AXIS_HEIGHT = 44;
  private static final int FONT_SIZE = 14;
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE);
  private static final double HALF_LETTER = 5;
  private static final int GAP = 10;
  private static final int VALUE_WIDTH = 52;
  private static final double DOT_SIZE = 9;
  private static final float WHISKER_WIDTH = 1.6f;
  private static final int TICKS = 5;
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
    DotPlotPainter painter = new DotPlotPainter(plot);
    return SvgCanvas.draw(plot.id(), plot.title(), height(plot), painter::paint);
  }

  static int height(DotPlot plot) {
    return plot.rows().size() * ROW_HEIGHT + AXIS_HEIGHT;
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
    List<Shape> names = plot.rows().stream().map(row -> outline(canvas, row.name())).toList();
    double left = GAP + names.stream().mapToDouble(DotPlotPainter::width).max().orElse(0);
    paintAxis(canvas, left);
    for (int i = 0; i < names.size(); i++) {
      double y = i * ROW_HEIGHT + ROW_HEIGHT / 2.0;
      paintText(canvas, names.get(i), left - GAP - width(names.get(i)), y + HALF_LETTER);
      paintRow(canvas, left, plot.rows().get(i).spread(), y);
    }
  }

  // Letters are shapes: a reader's own font could be wider than the one that is measured here.
  private static Shape outline(Graphics2D canvas, String text) {
    return FONT.createGlyphVector(canvas.getFontRenderContext(), text).getOutline();
  }

  private static double width(Shape outline) {
    return outline.getBounds2D().getMaxX();
  }

  private static void paintText(Graphics2D canvas, Shape outline, double x, double baseline) {
    canvas.setColor(Palette.INK);
    canvas.fill(AffineTransform.getTranslateInstance(x, baseline).createTransformedShape(outline));
  }

  private double x(double left, double value) {
    double whole = Math.ceil(Math.max(most, step) / step) * step;
    return left + (WIDTH - VALUE_WIDTH - left) * value / whole;
  }

  private void paintAxis(Graphics2D canvas, double left) {
    double bottom = plot.rows().size() * (double) ROW_HEIGHT;
    for (int tick = 0; (tick - 1) * step < most; tick++) {
      double at = x(left, tick * step);
      canvas.setStroke(Palette.thin(1));
      canvas.setColor(Palette.GRID);
      canvas.draw(new Line2D.Double(at, 0, at, bottom));
      Shape label = outline(canvas, number(tick * step));
      paintText(canvas, label, at - width(label) / 2, bottom + FONT_SIZE + 4);
    }
    Shape unit = outline(canvas, plot.unit());
    double middle = (left + WIDTH - VALUE_WIDTH) / 2;
    paintText(canvas, unit, middle - width(unit) / 2, bottom + AXIS_HEIGHT - 8);
  }

  private void paintRow(Graphics2D canvas, double left, Spread spread, double y) {
    double largest = x(left, spread.max());
    Shape value = outline(canvas, number(spread.median()));
    paintText(canvas, value, largest + GAP, y + HALF_LETTER);
    canvas.setColor(Palette.series(0));
    canvas.setStroke(Palette.thin(WHISKER_WIDTH));
    canvas.draw(new Line2D.Double(x(left, spread.min()), y, largest, y));
    double start = x(left, spread.median()) - DOT_SIZE / 2;
    canvas.fill(new Ellipse2D.Double(start, y - DOT_SIZE / 2, DOT_SIZE, DOT_SIZE));
  }

  private static String number(double value) {
    return value == Math.rint(value) || value >= SMALL
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
