package dev.flotilla.metrics;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The numbers of one server at one time. They are read one after another while the server works, so
 * they need not fit together exactly. Immutable.
 *
 * @param group the name of its group
 * @param member its lasting identity, {@code urn:uuid:...}
 * @param samples gauges and counters, in the order of {@link Metric}; what the server cannot say is
 *     absent, such as the lag of followers unless it leads
 * @param histograms durations
 */
public record ServerMetrics(
    String group, String member, List<Sample> samples, List<Histogram> histograms) {
  /** Copies the lists. */
  public ServerMetrics {
    samples = List.copyOf(samples);
    histograms = List.copyOf(histograms);
  }

  /**
   * One number.
   *
   * @param labels the values of its labels, in the order of {@link Metric#labels()}
   * @return empty if the server does not report it
   */
  public OptionalDouble value(Metric metric, String... labels) {
    List<String> wanted = List.of(labels);
    return samples.stream()
        .filter(it -> it.metric() == metric && it.labels().equals(wanted))
        .mapToDouble(Sample::value)
        .findFirst();
  }
}
