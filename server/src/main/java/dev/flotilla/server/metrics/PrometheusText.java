package dev.flotilla.server.metrics;

import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerMetrics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes metrics in one of the text formats of Prometheus.
 *
 * <p>From one scrape to the next only numbers change. So it keeps all other text, and makes it anew
 * when a series comes, goes or has other labels. One thread.
 */
final class PrometheusText {
  private final TextFormat format;

  // The text of the last scrape, and whose it was.
  private String group = "";
  private String member = "";
  private final List<SeriesText> series = new ArrayList<>();
  private final List<HistogramText> histograms = new ArrayList<>();
  private int lastChars;

  /** A line up to its number, after those that describe its metric if it is the first of it. */
  private record SeriesText(Metric metric, List<String> labels, String text) {}

  /** The lines of a histogram up to their numbers: a bucket each, that of all, count and sum. */
  private record HistogramText(
      Metric metric, List<Double> bounds, List<String> buckets, String count, String sum) {}

  PrometheusText(TextFormat format) {
    this.format = format;
  }

  String contentType() {
    return format.contentType();
  }

  byte[] write(ServerMetrics metrics) {
    if (!isPreparedFor(metrics)) {
      prepare(metrics);
    }
    StringBuilder out = new StringBuilder(lastChars);
    List<Sample> samples = metrics.samples();
    for (int i = 0; i < samples.size(); i++) {
      double value = samples.get(i).value();
      out.append(series.get(i).text);
      if (Double.isInfinite(value)) {
        out.append(value > 0 ? "+Inf" : "-Inf");
      } else {
        out.append(value);
      }
      out.append('\n');
    }
    for (int i = 0; i < histograms.size(); i++) {
      write(histograms.get(i), metrics.histograms().get(i), out);
    }
    out.append(format.end());
    lastChars = out.length();
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A bucket of the format counts also what is in those before. */
  private static void write(HistogramText text, Histogram histogram, StringBuilder out) {
    long count = 0;
    int bucket = 0;
    for (Histogram.Bucket it : histogram.buckets()) {
      count += it.count();
      out.append(text.buckets.get(bucket++)).append(count).append('\n');
    }
    out.append(text.buckets.get(bucket)).append(histogram.count()).append('\n');
    out.append(text.count).append(histogram.count()).append('\n');
    out.append(text.sum).append(histogram.sumSeconds()).append('\n');
  }

  private boolean isPreparedFor(ServerMetrics metrics) {
    List<Sample> samples = metrics.samples();
    if (!metrics.group().equals(group)
        || !metrics.member().equals(member)
        || samples.size() != series.size()
        || metrics.histograms().size() != histograms.size()) {
      return false;
    }
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      SeriesText known = series.get(i);
      if (sample.metric() != known.metric
          || (!known.labels.isEmpty() && !sample.labels().equals(known.labels))) {
        return false;
      }
    }
    for (int i = 0; i < histograms.size(); i++) {
      Histogram histogram = metrics.histograms().get(i);
      HistogramText known = histograms.get(i);
      if (histogram.metric() != known.metric || !haveBounds(histogram.buckets(), known.bounds)) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveBounds(List<Histogram.Bucket> buckets, List<Double> bounds) {
    if (buckets.size() != bounds.size()) {
      return false;
    }
    for (int i = 0; i < bounds.size(); i++) {
      if (buckets.get(i).maxSeconds() != bounds.get(i)) {
        return false;
      }
    }
    return true;
  }

  private void prepare(ServerMetrics metrics) {
    group = metrics.group();
    member = metrics.member();
    series.clear();
    Metric before = null;
    for (Sample sample : metrics.samples()) {
      Metric metric = sample.metric();
      String labels = labels(metric.labels(), sample.labels());
      String description = metric == before ? "" : format.description(metric);
      series.add(
          new SeriesText(metric, sample.labels(), description + line(metric.text(), labels)));
      before = metric;
    }
    histograms.clear();
    metrics.histograms().forEach(it -> histograms.add(text(it)));
  }

  private HistogramText text(Histogram histogram) {
    Metric metric = histogram.metric();
    String labels = labels(List.of(), List.of());
    List<Double> bounds = histogram.buckets().stream().map(Histogram.Bucket::maxSeconds).toList();
    List<String> buckets = new ArrayList<>();
    for (Double bound : bounds) {
      buckets.add(bucket(metric, bound.toString()));
    }
    buckets.add(bucket(metric, "+Inf"));
    buckets.set(0, format.description(metric) + buckets.get(0));
    return new HistogramText(
        metric,
        bounds,
        buckets,
        line(metric.text() + "_count", labels),
        line(metric.text() + "_sum", labels));
  }

  private String bucket(Metric metric, String bound) {
    return line(metric.text() + "_bucket", labels(List.of(), List.of()) + ",le=\"" + bound + '"');
  }

  /** All labels of a series, in the order of their names. */
  private String labels(List<String> names, List<String> values) {
    SortedMap<String, String> all = new TreeMap<>(Map.of("group", group, "member", member));
    for (int i = 0; i < names.size(); i++) {
      all.put(names.get(i), values.get(i));
    }
    return all.entrySet().stream()
        .map(it -> it.getKey() + "=\"" + escaped(it.getValue()) + '"')
        .collect(Collectors.joining(","));
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String line(String name, String labels) {
    return name + "{" + labels + "} ";
  }
}
