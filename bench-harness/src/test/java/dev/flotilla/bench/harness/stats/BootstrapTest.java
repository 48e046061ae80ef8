package dev.flotilla.bench.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  @Test
  void equalValuesHaveAnIntervalWithoutWidth() {
    Estimate estimate = Bootstrap.median(2, 2, 2, 2);

    assertThat(estimate).isEqualTo(new Estimate(2, 2, 2, 4));
    assertThat(estimate.verdict()).isEqualTo(Estimate.Verdict.ABOVE);
  }

  @Test
  void sameValuesGiveTheSameIntervalEachTime() {
    assertThat(Bootstrap.median(1, 5, 2, 8, 3)).isEqualTo(Bootstrap.median(1, 5, 2, 8, 3));
  }

  @Test
  void intervalOfAKnownSampleMatchesOrderStatistics() {
    double[] oneToHundred = new double[101];
    for (int i = 0; i < oneToHundred.length; i++) {
      oneToHundred[i] = i;
    }

    Estimate estimate = Bootstrap.median(oneToHundred);

    // Binomial order statistics: 50 -+ 1.96 * sqrt(101) / 2, so 40.2 to 59.8.
    assertThat(estimate.value()).isEqualTo(50);
    assertThat(estimate.low()).isCloseTo(40.2, within(1.5));
    assertThat(estimate.high()).isCloseTo(59.8, within(1.5));
  }

  @Test
  void nineteenOfTwentyIntervalsHoldTheTrueMedian() {
    SplittableRandom random = new SplittableRandom(7);
    int covered = 0;
    for (int trial = 0; trial < 200; trial++) {
      double[] sample = random.doubles(25).toArray();
      Estimate estimate = Bootstrap.median(sample);
      covered += holds(estimate, 0.5);
    }
    assertThat(covered).isBetween(180, 200);
  }

  @Test
  @Tag("full")
  void mostIntervalsOfGroupsHoldTheTrueMedian() {
    SplittableRandom random = new SplittableRandom(7);
    int covered = 0;
    int coveredIfPooled = 0;
    for (int trial = 0; trial < 200; trial++) {
      List<List<Double>> groups = new ArrayList<>();
      for (int group = 0; group < 5; group++) {
        double shift = random.nextDouble();
        groups.add(random.doubles(8).map(value -> value / 4 + shift).boxed().toList());
      }
      covered += holds(Bootstrap.ofGroups(groups, values -> Median.of(array(values))), 0.625);
      coveredIfPooled +=
          holds(Bootstrap.median(array(groups.stream().flatMap(List::stream).toList())), 0.625);
    }
    assertThat(covered).isBetween(170, 200);
    assertThat(coveredIfPooled).isLessThan(140);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static int holds(Estimate estimate, double value) {
    return estimate.low() <= value && value <= estimate.high() ? 1 : 0;
  }

  @Test
  void ratioOfMediansIsOneForTheSameSample() {
    double[] sample = {90, 100, 110, 95, 105};

    Estimate estimate = Bootstrap.ratioOfMedians(sample, sample);

    assertThat(estimate.value()).isEqualTo(1);
    assertThat(estimate.verdict()).isEqualTo(Estimate.Verdict.LEVEL);
  }

  @Test
  void ratioFarFromOneIsSeenThroughTheNoise() {
    Estimate half = Bootstrap.ratioOfMedians(new double[] {50, 52, 48}, new double[] {99, 101, 96});

    assertThat(half.verdict()).isEqualTo(Estimate.Verdict.BELOW);
    assertThat(half.text()).startsWith("0.51 (");
  }

  @Test
  void fewerThanThreeValuesGiveNoVerdict() {
    assertThat(Bootstrap.median(3, 4).verdict()).isEqualTo(Estimate.Verdict.UNKNOWN);
    assertThat(Bootstrap.median(3, 4).text()).isEqualTo("3.50");
  }

  @Test
  void medianOfNothingIsRefused() {
    assertThatThrownBy(() -> Median.of()).hasMessageContaining("no values");
  }
}
