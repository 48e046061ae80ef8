package dev.flotilla.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.flotilla.bench.harness.section.DotPlot;
import dev.flotilla.bench.harness.stats.Spread;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DotPlotPainterTest {
  private static final Pattern DOT = Pattern.compile("<circle[^>]*cx=\"([0-9.]+)\"");

  @Test
  void axesHaveFewTicksAtRoundNumbers() {
    assertThat(DotPlotPainter.step(947)).isEqualTo(200);
    assertThat(DotPlotPainter.step(100)).isEqualTo(20);
    assertThat(DotPlotPainter.step(101)).isEqualTo(50);
    assertThat(DotPlotPainter.step(0.4)).isEqualTo(0.1);
  }

  @Test
  void dotsStandAtTheirMediansOnOneScale() {
    List<Double> dots =
        DOT.matcher(svg(Spread.of(0), Spread.of(50), Spread.of(90, 100, 110)))
            .results()
            .map(DotPlotPainterTest::number)
            .toList();

    assertThat(dots).hasSize(3);
    assertThat(dots.get(2) - dots.get(0)).isCloseTo(2 * (dots.get(1) - dots.get(0)), offset(0.1));
  }

  @Test
  void rowsThatAreAllZeroCanBeDrawn() {
    assertThat(svg(Spread.of(0, 0))).doesNotContain("NaN");
  }

  private static double number(MatchResult found) {
    return Double.parseDouble(found.group(1));
  }

  private static String svg(Spread... spreads) {
    List<DotPlot.Row> rows =
        List.of(spreads).stream().map(spread -> new DotPlot.Row("a name", spread)).toList();
    return DotPlotPainter.svg(new DotPlot("id", "A title", "ms", rows));
  }
}
