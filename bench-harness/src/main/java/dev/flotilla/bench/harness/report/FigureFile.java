package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Drawing;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A drawing as an SVG file of its own, on white: title, drawing, legend, and a caption that says of
 * how many runs it is, and where they were made.
 */
final class FigureFile {
  private static final int MARGIN = 20;
  private static final int WIDTH = SvgCanvas.WIDTH + 2 * MARGIN;
  private static final int KEY_WIDTH = 44;
  private static final int TITLE_SIZE = 16;
  private static final int TEXT_SIZE = 12;
  // By the size of the font, on average.
  private static final double LETTER = 0.52;
  private static final double LINE = 1.4;

  private final StringBuilder body = new StringBuilder();
  private int y = MARGIN;

  private FigureFile() {}

  /**
   * The text of the file.
   *
   * @param results which the caption is about
   */
  static String of(Drawing drawing, Results results) {
    FigureFile file = new FigureFile();
    file.appendLines(drawing.title(), TITLE_SIZE, "bold");
    file.appendDrawing(drawing);
    file.appendLegend(DrawingFigure.legend(drawing));
    file.appendLines(caption(drawing, results), TEXT_SIZE, "normal");
    return file.text();
  }

  private static String caption(Drawing drawing, Results results) {
    Map<String, String> where = results.environment();
    String systems =
        results.about().stream()
            .map(each -> system(drawing, each))
            .collect(Collectors.joining(", "));
    String cores = where.containsKey("cores") ? ", " + where.get("cores") + " processors" : "";
    String os = where.containsKey("os") ? ", " + where.get("os") : "";
    return "%s %s. Machine: %s%s%s. Commit %s."
        .formatted(
            drawing.marksInWords(),
            systems,
            where.getOrDefault("machine", "unknown"),
            cores,
            os,
            where.getOrDefault("gitCommit", "unknown"))
        .strip();
  }

  /** With the name that the legend has for it, if that is another one. */
  private static String system(Drawing drawing, AboutSystem about) {
    String paperName = Figures.paperName(about.system());
    boolean isRenamed =
        !paperName.equals(about.system())
            && DrawingFigure.legend(drawing).stream()
                .anyMatch(series -> series.name().startsWith(paperName));
    return "%s%s %s"
        .formatted(isRenamed ? paperName + " is " : "", about.system(), about.version())
        .strip();
  }

  private void appendLines(String text, int size, String weight) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if ((line.length() + 1 + word.length()) * size * LETTER > SvgCanvas.WIDTH) {
        appendLine(line.toString(), size, weight);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    appendLine(line.toString(), size, weight);
    y += MARGIN / 2;
  }

  private void appendLine(String line, int size, String weight) {
    y += height(size);
    appendText(MARGIN, line, "font-size=\"%s\" font-weight=\"%s\"".formatted(size, weight));
  }

  private static int height(int size) {
    return (int) Math.round(size * LINE);
  }

  private void appendText(int x, String text, String attributes) {
    body.append(
        "<text x=\"%s\" y=\"%s\" %s>%s</text>%n".formatted(x, y, attributes, Html.escape(text)));
  }

  private void appendDrawing(Drawing drawing) {
    body.append(
        "<g transform=\"translate(%s %s)\">%s</g>%n"
            .formatted(MARGIN, y, DrawingFigure.svg(drawing)));
    y += DrawingFigure.height(drawing);
  }

  private void appendLegend(List<Chart.Series> series) {
    int longest = series.stream().mapToInt(each -> each.name().length()).max().orElse(0);
    int entry = KEY_WIDTH + (int) Math.ceil((longest + 2) * TEXT_SIZE * LETTER);
    int most = Math.max(1, SvgCanvas.WIDTH / entry);
    int rows = Math.max(1, (series.size() + most - 1) / most);
    int columns = (series.size() + rows - 1) / rows;
    for (int i = 0; i < series.size(); i++) {
      y += i % columns == 0 ? height(TEXT_SIZE) : 0;
      int x = MARGIN + i % columns * entry;
      body.append(
          "<g transform=\"translate(%s %s)\">%s</g>%n"
              .formatted(x, y - TEXT_SIZE + 1, DrawingFigure.key(series.get(i))));
      appendText(x + KEY_WIDTH, series.get(i).name(), "font-size=\"%s\"".formatted(TEXT_SIZE));
    }
    y += MARGIN / 2;
  }

  private String text() {
    int height = y + MARGIN / 2;
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" viewBox="0 0 %1$s %2$s">
        <rect width="%1$s" height="%2$s" fill="#ffffff"/>
        <g font-family="sans-serif" fill="%3$s">
        %4$s</g>
        </svg>
        """
        .formatted(WIDTH, height, Palette.text(Palette.INK), body)
        .transform(Palette::onWhite);
  }
}
