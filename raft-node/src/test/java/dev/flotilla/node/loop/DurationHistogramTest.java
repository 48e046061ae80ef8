package dev.flotilla.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationHistogramTest {
  private final DurationHistogram histogram = new DurationHistogram();

  @Test
  void aDurationIsInTheBucketOfTheNextBound() {
    histogram.record(1_000_000);
    histogram.record(1_000_001);
    histogram.record(0);

    assertThat(count(100_000)).isEqualTo(1);
    assertThat(count(500_000)).isZero();
    assertThat(count(1_000_000)).isEqualTo(1);
    assertThat(count(2_000_000)).isEqualTo(1);
    assertThat(histogram.read().count()).isEqualTo(3);
    assertThat(histogram.read().sumNanos()).isEqualTo(2_000_001);
  }

  @Test
  void aDurationBeyondTheLastBoundIsCountedInNoBucket() {
    histogram.record(Long.MAX_VALUE);

    DurationMetrics read = histogram.read();
    assertThat(read.count()).isEqualTo(1);
    assertThat(read.buckets()).allMatch(it -> it.count() == 0);
  }

  @Test
  void theBoundsAscend() {
    assertThat(histogram.read().buckets())
        .extracting(DurationMetrics.Bucket::maxNanos)
        .isSorted()
        .doesNotHaveDuplicates();
  }

  private long count(long maxNanos) {
    return histogram.read().buckets().stream()
        .filter(it -> it.maxNanos() == maxNanos)
        .findFirst()
        .orElseThrow()
        .count();
  }
}
