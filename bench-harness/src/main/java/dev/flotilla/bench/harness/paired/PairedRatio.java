package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.harness.stats.Bootstrap;
import dev.flotilla.bench.harness.stats.Estimate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The median of the ratios of neighbouring windows, with its confidence interval. The windows of
 * one repeat share their processes, and processes started anew differ, so the repeats are groups of
 * the bootstrap.
 */
public final class PairedRatio {
  private PairedRatio() {}

  /** A round of one repeat: its windows are neighbours. */
  private record Round(int repeat, int number) {}

  /**
   * The ratio of one system to another.
   *
   * @param windows of one cell, of both systems, in any order
   * @param first the system of the numerators
   * @param other that of the denominators
   * @param figure what is compared
   * @return empty if no round has a positive figure of both
   */
  public static Optional<Estimate> of(
      List<Window> windows, String first, String other, ToDoubleFunction<Window> figure) {
    Map<Round, Double> denominators = new HashMap<>();
    for (Window window : windows) {
      if (window.system().equals(other)) {
        denominators.put(round(window), figure.applyAsDouble(window));
      }
    }
    Map<Integer, List<Double>> ratiosByRepeat = new TreeMap<>();
    for (Window window : windows) {
      double ratio = figure.applyAsDouble(window) / denominators.getOrDefault(round(window), 0.0);
      if (window.system().equals(first) && Double.isFinite(ratio)) {
        ratiosByRepeat.computeIfAbsent(window.repeat(), any -> new ArrayList<>()).add(ratio);
      }
    }
    return ratiosByRepeat.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Bootstrap.medianOfGroups(
                ratiosByRepeat.values().stream().map(PairedRatio::array).toList()));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Round round(Window window) {
    return new Round(window.repeat(), window.round());
  }
}
