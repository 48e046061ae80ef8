package dev.flotilla.bench.harness.report;

/** A chart on the page: its caption, its drawing and a legend that wraps on a narrow screen. */
final class ChartFigure {
  private static final String[] MARKERS = {
    "<circle cx=\"18\" cy=\"7\" r=\"4\"/>",
    "<rect x=\"14\" y=\"3\" width=\"8\" height=\"8\"/>",
    "<path d=\"M18 2l5 9h-10z\"/>",
    "<path d=\"M18 2l5 5-5 5-5-5z\"/>"
  };

  private ChartFigure() {}

  static String markup(Chart chart) {
    StringBuilder text = new StringBuilder();
    text.append("<figure id=\"%s\"><figcaption>".formatted(chart.id()));
    text.append(Html.escape(chart.title())).append("</figcaption>\n");
    text.append(ChartPainter.svg(chart)).append("\n<ul class=\"legend\">");
    chart.series().forEach(series -> text.append(entry(series)));
    return text.append("</ul></figure>\n").toString();
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
