package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.DotPlot;
import dev.flotilla.bench.harness.section.Drawing;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A drawing on the page: its caption, the drawing itself and, for lines, a legend that wraps on a
 * narrow screen.
 */
final class DrawingFigure {
  private static final String[] MARKERS = {
    "<circle cx=\"18\" cy=\"7\" r=\"4\"/>",
    "<rect x=\"14\" y=\"3\" width=\"8\" height=\"8\"/>",
    "<path d=\"M18 2l5 9h-10z\"/>",
    "<path d=\"M18 2l5 5-5 5-5-5z\"/>"
  };

  private DrawingFigure() {}

  /** All of these beside and below each other; nothing if there are none. */
  static String markup(List<? extends Drawing> drawings) {
    return drawings.isEmpty()
        ? ""
        : drawings.stream()
            .map(DrawingFigure::markup)
            .collect(Collectors.joining("", "<div class=\"charts\">\n", "</div>\n"));
  }

  private static String markup(Drawing drawing) {
    String legend =
        legend(drawing).stream()
            .map(DrawingFigure::entry)
            .collect(Collectors.joining("", "<ul class=\"legend\">", "</ul>"));
    return "<figure id=\"%s\"><figcaption>%s<small>%s</small></figcaption>%n%s%n%s%n</figure>%n"
        .formatted(
            drawing.id(),
            Html.escape(drawing.title()),
            Html.escape(drawing.marksInWords()),
            svg(drawing),
            drawing instanceof Chart ? legend : "");
  }

  /** The drawing alone, without its caption and its legend. */
  static String svg(Drawing drawing) {
    return drawing instanceof Chart chart
        ? ChartPainter.svg(chart)
        : DotPlotPainter.svg((DotPlot) drawing);
  }

  static int height(Drawing drawing) {
    return drawing instanceof DotPlot plot ? DotPlotPainter.height(plot) : ChartPainter.HEIGHT;
  }

  /** The lines of a chart; none for a dot plot. */
  static List<Chart.Series> legend(Drawing drawing) {
    return drawing instanceof Chart chart ? chart.series() : List.of();
  }

  private static String entry(Chart.Series series) {
    return """
        <li><svg width="36" height="14" viewBox="0 0 36 14" aria-hidden="true">%s</svg>%s</li>
        """
        .formatted(key(series), Html.escape(series.name()));
  }

  /** A piece of the line with its marker, 36 wide and 14 high. */
  static String key(Chart.Series series) {
    return """
        <g fill="%1$s" stroke="%1$s">\
        <path d="M0 7h36" fill="none" stroke-width="2.2" stroke-dasharray="%2$s"/>%3$s</g>\
        """
        .formatted(
            Palette.text(Palette.series(series.color())),
            Palette.dashArray(series.dash()),
            MARKERS[series.dash() % MARKERS.length]);
  }
}
