package dev.flotilla.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerMetrics;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The text is that of the Prometheus client library, but for the order of metrics. */
class PrometheusTextTest {
  private static final List<String> NAMES =
      List.of("hall", "", "a \"b\" \\ c", "two\nlines", "Grüße,{}=");
  private static final double[] NUMBERS = {
    0, 1, -1, 0.1, 1e-9, 12345678, 1.5e300, Double.NaN, 1 / 0.0, -1 / 0.0, 1L << 53
  };

  private final Random random = new Random(20261128);

  @ParameterizedTest
  @EnumSource(TextFormat.class)
  void theTextIsThatOfTheLibrary(TextFormat format) throws IOException {
    PrometheusText text = new PrometheusText(format);
    assertThat(text.contentType()).isEqualTo(library(format).getContentType());
    for (int i = 0; i < 100; i++) {
      ServerMetrics metrics = someMetrics();
      assertThat(blocks(write(text, metrics)))
          .containsExactlyInAnyOrderElementsOf(blocks(byLibrary(format, metrics)));
    }
  }

  @Test
  void keptTextIsUsedForNewNumbers() {
    PrometheusText text = new PrometheusText(TextFormat.PROMETHEUS);
    assertThat(write(text, term("hall", 1)))
        .endsWith("flotilla_term{group=\"hall\",member=\"m\"} 1.0\n");
    assertThat(write(text, term("hall", 2)))
        .endsWith("flotilla_term{group=\"hall\",member=\"m\"} 2.0\n");
    assertThat(write(text, term("roof", 2)))
        .endsWith("flotilla_term{group=\"roof\",member=\"m\"} 2.0\n");
  }

  @Test
  void anotherLabelMakesTheTextAnew() {
    PrometheusText text = new PrometheusText(TextFormat.PROMETHEUS);
    for (String follower : List.of("one", "two")) {
      Sample lag = new Sample(Metric.FOLLOWER_LAG, List.of(follower), 3);
      assertThat(write(text, new ServerMetrics("g", "m", List.of(lag), List.of())))
          .contains("{follower=\"" + follower + "\",group=");
    }
  }

  @Test
  void otherBoundsMakeTheTextAnew() {
    PrometheusText text = new PrometheusText(TextFormat.PROMETHEUS);
    for (double bound : new double[] {0.5, 2}) {
      Histogram one = new Histogram(Metric.FSYNC, List.of(new Histogram.Bucket(bound, 4)), 5, 1.25);
      assertThat(write(text, new ServerMetrics("g", "m", List.of(), List.of(one))))
          .contains(
              "le=\"" + bound + "\"} 4\n",
              "le=\"+Inf\"} 5\n",
              "_sum{group=\"g\",member=\"m\"} 1.25\n");
    }
  }

  private static ServerMetrics term(String group, long term) {
    Sample sample = new Sample(Metric.TERM, List.of(), term);
    return new ServerMetrics(group, "m", List.of(sample), List.of());
  }

  /** Some of all metrics, with up to three series each; every second time as before. */
  private ServerMetrics someMetrics() {
    List<Sample> samples = new ArrayList<>();
    List<Histogram> histograms = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (random.nextInt(4) == 0) {
        continue;
      }
      if (metric.kind() == Metric.Kind.HISTOGRAM) {
        histograms.add(histogram(metric));
        continue;
      }
      // The library refuses counters that are negative.
      int series = metric.labels().isEmpty() ? 1 : 1 + random.nextInt(3);
      for (int i = 0; i < series; i++) {
        List<String> labels =
            Collections.nCopies(metric.labels().size(), i + NAMES.get(random.nextInt(5)));
        samples.add(new Sample(metric, labels, number(metric)));
      }
    }
    return new ServerMetrics(name(), name(), samples, histograms);
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private double number(Metric metric) {
    double number = NUMBERS[random.nextInt(NUMBERS.length)];
    if (metric == Metric.INFO) {
      return 1;
    }
    return metric.kind() == Metric.Kind.COUNTER ? Math.abs(number) : number;
  }

  private Histogram histogram(Metric metric) {
    List<Histogram.Bucket> buckets = new ArrayList<>();
    double bound = 1e-5;
    long count = 0;
    for (int i = random.nextInt(5); i >= 0; i--) {
      bound *= 1 + random.nextInt(9);
      buckets.add(new Histogram.Bucket(bound, random.nextInt(100)));
      bound *= 2;
    }
    for (Histogram.Bucket bucket : buckets) {
      count += bucket.count();
    }
    return new Histogram(metric, buckets, count + random.nextInt(3), random.nextDouble());
  }

  private static String write(PrometheusText text, ServerMetrics metrics) {
    return new String(text.write(metrics), StandardCharsets.UTF_8);
  }

  /** The lines of each metric: those that describe it in their order, then the others, sorted. */
  private static List<String> blocks(String text) {
    List<String> blocks = new ArrayList<>();
    String description = "";
    TreeSet<String> series = new TreeSet<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("#") && !series.isEmpty()) {
        blocks.add(description + series);
        description = "";
        series.clear();
      }
      if (line.startsWith("#")) {
        description += line + "\n";
      } else {
        // The library writes a whole number for INFO only.
        series.add(line.startsWith("flotilla_info{") ? line.replaceFirst("1\\.0$", "1") : line);
      }
    }
    blocks.add(description + series);
    return blocks;
  }

  private static ExpositionFormatWriter library(TextFormat format) {
    return switch (format) {
      case PROMETHEUS -> PrometheusTextFormatWriter.create();
      case OPEN_METRICS -> OpenMetricsTextFormatWriter.create();
    };
  }

  private static String byLibrary(TextFormat format, ServerMetrics metrics) throws IOException {
    Map<Metric, List<Sample>> byMetric = new EnumMap<>(Metric.class);
    for (Sample sample : metrics.samples()) {
      byMetric.computeIfAbsent(sample.metric(), key -> new ArrayList<>()).add(sample);
    }
    Labels common = Labels.of("group", metrics.group(), "member", metrics.member());
    List<MetricSnapshot> all = new ArrayList<>();
    byMetric.forEach((metric, samples) -> all.add(snapshot(metric, samples, common)));
    metrics.histograms().forEach(it -> all.add(snapshot(it, common)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    library(format).write(out, new MetricSnapshots(all), EscapingScheme.ALLOW_UTF8);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static MetricSnapshot snapshot(Metric metric, List<Sample> samples, Labels common) {
    String name = metric.text().replaceFirst("_(total|info)$", "");
    InfoSnapshot.Builder info = InfoSnapshot.builder().name(name).help(metric.help());
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(metric.help());
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(metric.help());
    for (Sample it : samples) {
      Labels labels = common.merge(Labels.of(metric.labels(), it.labels()));
      if (metric == Metric.INFO) {
        info.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build());
      } else if (metric.kind() == Metric.Kind.COUNTER) {
        counter.dataPoint(
            CounterDataPointSnapshot.builder().labels(labels).value(it.value()).build());
      } else {
        gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(it.value()).build());
      }
    }
    if (metric == Metric.INFO) {
      return info.build();
    }
    return metric.kind() == Metric.Kind.COUNTER ? counter.build() : gauge.build();
  }

  private static MetricSnapshot snapshot(Histogram histogram, Labels labels) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long longer = histogram.count();
    for (Histogram.Bucket bucket : histogram.buckets()) {
      buckets.bucket(bucket.maxSeconds(), bucket.count());
      longer -= bucket.count();
    }
    buckets.bucket(Double.POSITIVE_INFINITY, longer);
    return HistogramSnapshot.builder()
        .name(histogram.metric().text())
        .help(histogram.metric().help())
        .dataPoint(
            HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets.build())
                .sum(histogram.sumSeconds())
                .build())
        .build();
  }
}
