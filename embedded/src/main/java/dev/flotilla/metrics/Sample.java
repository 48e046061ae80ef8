package dev.flotilla.metrics;

import java.util.List;

/**
 * One number of a gauge or counter. Immutable.
 *
 * @param metric which metric
 * @param labels the values of {@link Metric#labels()}, in their order
 * @param value the number, in the unit that the name says
 */
public record Sample(Metric metric, List<String> labels, double value) {
  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there are not as many labels as the metric has
   */
  public Sample {
    labels = List.copyOf(labels);
    if (labels.size() != metric.labels().size()) {
      throw new IllegalArgumentException(
          "%s has the labels %s, not %s values".formatted(metric, metric.labels(), labels.size()));
    }
  }
}
