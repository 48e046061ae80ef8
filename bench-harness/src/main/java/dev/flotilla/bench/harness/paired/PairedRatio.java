package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.harness.stats.Bootstrap;
import dev.flotilla.bench.harness.stats.Estimate;
import dev.flotilla.bench.harness.stats.Median;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What one system's windows are to their neighbours of another system, with a confidence interval.
 * The windows of one repeat share their processes, and processes started anew differ, so the
 * repeats are groups of the bootstrap.
 */
public final class PairedRatio {
  private PairedRatio() {}

  /** A round of one repeat: its windows are neighbours. */
  private record Round(int repeat, int number) {}

  private record Pair(Window first, Window other) {
    double ratio(ToDoubleFunction<Window> figure) {
      return figure.applyAsDouble(first) / figure.applyAsDouble(other);
    }
  }

  /**
   * The median of the ratios of neighbours.
   *
   * @param windows of one cell, of both systems, in any order
   * @param first the system of the numerators
   * @param other that of the denominators
   * @param figure what is compared
   * @return empty if no round has a positive figure of both
   */
  public static Optional<Estimate> of(
      List<Window> windows, String first, String other, ToDoubleFunction<Window> figure) {
    return estimate(
        pairs(windows, first, other, figure),
        pairs -> Median.of(pairs.stream().mapToDouble(pair -> pair.ratio(figure)).toArray()));
  }

  /**
   * The ratio of the {@linkplain #meanCost mean costs}. A median would leave out work that a system
   * does once in many windows, such as a snapshot.
   *
   * @param cost of one command
   * @return empty if no round has a positive cost of both
   */
  public static Optional<Estimate> ofCosts(
      List<Window> windows, String first, String other, ToDoubleFunction<Window> cost) {
    return estimate(
        pairs(windows, first, other, cost),
        pairs -> meanCost(pairs, Pair::first, cost) / meanCost(pairs, Pair::other, cost));
  }

  /** The cost of one command over all commands of the windows; 0 without any. */
  public static double meanCost(Collection<Window> windows, ToDoubleFunction<Window> cost) {
    return meanCost(windows, Function.identity(), cost);
  }

  private static <T> double meanCost(
      Collection<T> from, Function<T, Window> window, ToDoubleFunction<Window> cost) {
    double all = 0;
    long ops = 0;
    for (T each : from) {
      Window measured = window.apply(each);
      all += cost.applyAsDouble(measured) * measured.ops();
      ops += measured.ops();
    }
    return ops == 0 ? 0 : all / ops;
  }

  private static Optional<Estimate> estimate(
      Collection<List<Pair>> groups, ToDoubleFunction<List<Pair>> statistic) {
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(Bootstrap.ofGroups(List.copyOf(groups), statistic));
  }

  /** The neighbours of each repeat. */
  private static Collection<List<Pair>> pairs(
      List<Window> windows, String first, String other, ToDoubleFunction<Window> figure) {
    Map<Round, Window> others = new HashMap<>();
    for (Window window : windows) {
      if (window.system().equals(other)) {
        others.put(round(window), window);
      }
    }
    Map<Integer, List<Pair>> pairs = new TreeMap<>();
    for (Window window : windows) {
      Window neighbour = others.get(round(window));
      if (window.system().equals(first) && neighbour != null) {
        Pair pair = new Pair(window, neighbour);
        if (Double.isFinite(pair.ratio(figure))) {
          pairs.computeIfAbsent(window.repeat(), any -> new ArrayList<>()).add(pair);
        }
      }
    }
    return pairs.values();
  }

  private static Round round(Window window) {
    return new Round(window.repeat(), window.round());
  }
}
