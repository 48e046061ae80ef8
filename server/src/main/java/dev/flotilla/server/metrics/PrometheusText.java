package dev.flotilla.server.metrics;

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
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Writes metrics in the text formats of Prometheus. */
final class PrometheusText {
  private static final List<String> COMMON = List.of("group", "member");
  private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();
  private static final ExpositionFormatWriter PROMETHEUS = PrometheusTextFormatWriter.create();
  private static final String TOTAL = "_total";
  private static final String INFO = "_info";

  private final ExpositionFormatWriter writer;

  private PrometheusText(ExpositionFormatWriter writer) {
    this.writer = writer;
  }

  /** The format that a caller accepts: OpenMetrics if it names it, otherwise the older one. */
  static PrometheusText accepted(List<String> accept) {
    return new PrometheusText(
        accept.stream().anyMatch(OPEN_METRICS::accepts) ? OPEN_METRICS : PROMETHEUS);
  }

  String contentType() {
    return writer.getContentType();
  }

  byte[] write(ServerMetrics metrics) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, snapshots(metrics), EscapingScheme.ALLOW_UTF8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static MetricSnapshots snapshots(ServerMetrics metrics) {
    Map<Metric, List<Sample>> byMetric = new EnumMap<>(Metric.class);
    for (Sample sample : metrics.samples()) {
      byMetric.computeIfAbsent(sample.metric(), key -> new ArrayList<>()).add(sample);
    }
    List<String> common = List.of(metrics.group(), metrics.member());
    List<MetricSnapshot> all = new ArrayList<>();
    byMetric.forEach((metric, samples) -> all.add(snapshot(metric, samples, common)));
    metrics.histograms().forEach(it -> all.add(histogram(it, Labels.of(COMMON, common))));
    return new MetricSnapshots(all);
  }

  private static MetricSnapshot snapshot(Metric metric, List<Sample> samples, List<String> common) {
    String name = metric.text();
    if (metric == Metric.INFO) {
      InfoSnapshot.Builder info = InfoSnapshot.builder().name(without(INFO, name));
      samples.forEach(
          it ->
              info.dataPoint(
                  InfoSnapshot.InfoDataPointSnapshot.builder().labels(labels(it, common)).build()));
      return info.help(metric.help()).build();
    }
    if (metric.kind() == Metric.Kind.COUNTER) {
      CounterSnapshot.Builder counter = CounterSnapshot.builder().name(without(TOTAL, name));
      samples.forEach(
          it ->
              counter.dataPoint(
                  CounterDataPointSnapshot.builder()
                      .labels(labels(it, common))
                      .value(it.value())
                      .build()));
      return counter.help(metric.help()).build();
    }
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name);
    samples.forEach(
        it ->
            gauge.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .labels(labels(it, common))
                    .value(it.value())
                    .build()));
    return gauge.help(metric.help()).build();
  }

  private static MetricSnapshot histogram(Histogram histogram, Labels labels) {
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

  private static Labels labels(Sample sample, List<String> common) {
    return Labels.of(COMMON, common).merge(Labels.of(sample.metric().labels(), sample.labels()));
  }

  private static String without(String suffix, String name) {
    return name.substring(0, name.length() - suffix.length());
  }
}
