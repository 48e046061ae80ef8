package dev.flotilla.bench.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RisingLineTest {
  @Test
  void aRisingLineExplainsWhatIsOnIt() {
    assertThat(explained(2, 4, 6)).isEqualTo(1, Offset.offset(1e-12));
    assertThat(explained(0, 0, 6)).isEqualTo(0.75, Offset.offset(1e-12));
  }

  @Test
  void whatFallsOrIsLevelIsNotExplained() {
    assertThat(explained(6, 4, 2)).isZero();
    assertThat(explained(2, 2, 2)).isZero();
  }

  @Test
  void tooFewPointsAndMissingOnesExplainNothing() {
    assertThat(explained(1, 2)).isNaN();
    assertThat(explained(2, Double.NaN, 6)).isNaN();
  }

  private record Point(double x, double y) {}

  /** Of points at 1, 2, 3. */
  private static double explained(double... y) {
    List<Point> points = new ArrayList<>();
    for (double each : y) {
      points.add(new Point(points.size() + 1, each));
    }
    return RisingLine.explained(points, Point::x, Point::y);
  }
}
