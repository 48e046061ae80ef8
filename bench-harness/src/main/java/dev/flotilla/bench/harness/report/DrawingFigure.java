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
    String caption = Html.escape(drawing.title());
    return "<figure id=\"%s\"><figcaption>%s</figcaption>%n%s%n</figure>%n"
        .formatted(drawing.id(), caption, content(drawing));
  }

  private static String content(Drawing drawing) {
    if (drawing instanceof DotPlot plot) {
      return DotPlotPainter.svg(plot);
    }
    Chart chart = (Chart) drawing;
    return chart.series().stream()
        .map(DrawingFigure::entry)
        .collect(
            Collectors.joining("", ChartPainter.svg(chart) + "\n<ul class=\"legend\">", "</ul>"));
  }

  private static String entry(Chart.Series series) {
    int color = series.color() % Palette.COLORS;
    return """
        <li><svg class="key s%s" width="36" height="14" viewBox="0 0 36 14" aria-hidden="true">\
        <path d="M0 7h36" stroke-width="2.2" stroke-dasharray="%s"/>%s</svg>%s</li>
        """
        .formatted(
            color,
            Palette.dashArray(series.dash()),
            MARKERS[series.dash() % MARKERS.length],
            Html.escape(series.name()));
  }
}
