package dev.flotilla.bench.harness.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.Map;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Colours of charts. A chart is drawn in colours that stand for their meaning; the style sheet
 * gives each of them its colour in light, in dark and in print.
 */
final class Palette {
  /** Text and axes. */
  static final Color INK = new Color(1, 1, 1);

  /** Lines of the grid. */
  static final Color GRID = new Color(2, 2, 2);

  /** What lies behind everything; not drawn. */
  static final Color NOTHING = new Color(0, 0, 0, 0);

  /** So many systems have a colour of their own. */
  static final int COLORS = 4;

  private static final float WIDTH = 2.2f;
  private static final float[][] DASHES = {{1, 0}, {9, 4}, {2, 4}, {10, 3, 2, 3}};
  private static final Marker[] MARKERS = {
    SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.DIAMOND
  };
  private static final int FIRST_SERIES = 11;

  private Palette() {}

  static Color series(int number) {
    return new Color(FIRST_SERIES + number % COLORS, 3, 3);
  }

  static BasicStroke stroke(int dash) {
    return dash % DASHES.length == 0
        ? thin(WIDTH)
        : new BasicStroke(
            WIDTH,
            BasicStroke.CAP_BUTT,
            BasicStroke.JOIN_ROUND,
            1,
            DASHES[dash % DASHES.length],
            0);
  }

  static BasicStroke thin(float width) {
    return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
  }

  static Marker marker(int dash) {
    return MARKERS[dash % MARKERS.length];
  }

  /** The dash pattern as SVG writes it. */
  static String dashArray(int dash) {
    if (dash % DASHES.length == 0) {
      return "none";
    }
    StringBuilder words = new StringBuilder();
    for (float length : DASHES[dash % DASHES.length]) {
      words.append(words.isEmpty() ? "" : " ").append((int) length);
    }
    return words.toString();
  }

  /** The rules that give each colour of a drawing the variable of its meaning. */
  static String rules() {
    StringBuilder rules = new StringBuilder();
    variables()
        .forEach(
            (color, variable) -> {
              for (String attribute : new String[] {"fill", "stroke"}) {
                rules.append(
                    "svg [%1$s=\"%2$s\"]{%1$s:var(--%3$s)}%n"
                        .formatted(attribute, text(color), variable));
              }
            });
    return rules.toString();
  }

  /** A drawing in the colours for white paper, which needs no style sheet. */
  static String onWhite(String svg) {
    String drawn = svg;
    for (Map.Entry<Color, String> each : variables().entrySet()) {
      drawn = drawn.replace(text(each.getKey()), StyleSheet.light(each.getValue()));
    }
    return drawn;
  }

  private static Map<Color, String> variables() {
    Map<Color, String> variables = new LinkedHashMap<>();
    variables.put(INK, "ink");
    variables.put(GRID, "grid");
    for (int i = 0; i < COLORS; i++) {
      variables.put(series(i), "series" + i);
    }
    return variables;
  }

  /** As SVG writes it. */
  static String text(Color color) {
    return "rgb(%s,%s,%s)".formatted(color.getRed(), color.getGreen(), color.getBlue());
  }
}
