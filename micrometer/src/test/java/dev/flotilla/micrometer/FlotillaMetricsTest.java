package dev.flotilla.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FlotillaMetricsTest {
  private static final long LATER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private long nowNanos;
  private int reads;
  private ServerMetrics metrics = metrics(List.of());

  private final FlotillaMetrics binder =
      new FlotillaMetrics(
          () -> {
            reads++;
            return metrics;
          },
          () -> nowNanos);

  @Test
  void eachMetricIsBound() {
    List<Sample> samples = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (metric.kind() != Metric.Kind.HISTOGRAM) {
        samples.add(new Sample(metric, Collections.nCopies(metric.labels().size(), "x"), 3));
      }
    }
    say(metrics(samples));
    binder.bindTo(registry);

    for (Metric metric : Metric.values()) {
      var found = registry.get(FlotillaMetrics.name(metric)).tag("group", "hall");
      switch (metric.kind()) {
        case GAUGE -> assertThat(found.gauge().value()).isEqualTo(3);
        case COUNTER -> assertThat(found.functionCounter().count()).isEqualTo(3);
        default -> assertThat(found.functionTimer().count()).isEqualTo(4);
      }
    }
    assertThat(registry.get("flotilla.fsync").functionTimer().totalTime(TimeUnit.SECONDS))
        .isEqualTo(0.5);
    assertThat(registry.get("flotilla.election.timeout.min").gauge().getId().getBaseUnit())
        .isEqualTo("seconds");
  }

  @Test
  void aFollowerThatAppearsIsBoundAndOneThatIsGoneIsNaN() {
    binder.bindTo(registry);
    say(metrics(List.of(new Sample(Metric.FOLLOWER_LAG, List.of("urn:f"), 9))));
    assertThat(registry.get("flotilla.fsync").functionTimer().count()).isEqualTo(4);

    var lag = registry.get("flotilla.follower.lag.entries").tag("follower", "urn:f");
    assertThat(lag.gauge().value()).isEqualTo(9);

    say(metrics(List.of()));
    assertThat(lag.gauge().value()).isNaN();
  }

  @Test
  void aCounterDoesNotFallWhenItIsNotReported() {
    say(metrics(List.of(new Sample(Metric.ELECTIONS, List.of(), 5))));
    binder.bindTo(registry);
    assertThat(registry.get("flotilla.elections").functionCounter().count()).isEqualTo(5);

    say(metrics(List.of()));
    assertThat(registry.get("flotilla.elections").functionCounter().count()).isEqualTo(5);
  }

  @Test
  void aScrapeAsksTheServerOnce() {
    say(metrics(List.of(new Sample(Metric.TERM, List.of(), 1))));
    binder.bindTo(registry);
    int before = reads;
    nowNanos += LATER_NANOS;

    registry.forEachMeter(
        meter -> meter.measure().forEach(it -> assertThat(it.getValue()).isNotNegative()));

    assertThat(reads).isEqualTo(before + 1);
  }

  private void say(ServerMetrics next) {
    metrics = next;
    nowNanos += LATER_NANOS;
  }

  private static ServerMetrics metrics(List<Sample> samples) {
    List<Histogram> histograms = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (metric.kind() == Metric.Kind.HISTOGRAM) {
        histograms.add(new Histogram(metric, List.of(), 4, 0.5));
      }
    }
    return new ServerMetrics("hall", "urn:m", samples, histograms);
  }
}
