package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The report on the lock service: a row and a point for each number of clients, then Flotilla at
 * saturation beside the libraries of the paper.
 */
final class LockServiceSections {
  private static final ToDoubleFunction<RunResult> P90 =
      Repeats.millis(run -> run.latencyMicros().p90());

  // As the paper's text states them; it has no numbers of clients.
  private static final List<Library> LIBRARIES =
      List.of(
          new Library("S-Paxos (paper)", "about ", 1_400, "300", "yes"),
          new Library("BFT-SMaRt (paper)", "", 2_360, "180", "no: out of memory"),
          new Library("URingPaxos (paper)", "", 360_000, "below 4", "no: out of clients"));

  private final Map<Integer, Repeats> steps = new TreeMap<>();

  /**
   * A library that the paper measures.
   *
   * @param about how exact its throughput is
   * @param opsPerSec the highest throughput
   * @param p90Millis the 90th percentile of latency then
   * @param saturated whether throughput fell afterwards
   */
  private record Library(
      String name, String about, double opsPerSec, String p90Millis, String saturated) {}

  /**
   * A step of the load.
   *
   * @param clients how many there were
   * @param repeats its runs
   */
  private record Step(int clients, Repeats repeats) {
    int runs() {
      return repeats.runs().size();
    }

    double opsPerSec() {
      return repeats.spread(RunResult::throughputOpsPerSec).map(Spread::median).orElse(0.0);
    }
  }

  LockServiceSections(List<RunResult> results) {
    for (int clients : results.stream().map(RunResult::clients).distinct().toList()) {
      Repeats repeats = Repeats.of(results, run -> run.clients() == clients);
      if (!repeats.isEmpty()) {
        steps.put(clients, repeats);
      }
    }
  }

  /** All sections; none if nothing was measured. */
  List<Section> all() {
    if (steps.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Section(
            "Saturation beside the paper's libraries",
            "Saturation is the step with the highest throughput. The preset measures Flotilla only:"
                + " no other system of the benchmark has the lock service. The paper measured on"
                + " other machines, with a network between them, so no factor is given.",
            saturation()),
        new Section(
            "Lock service, 3 servers",
            "A row is a step of the load; a generator is a client process.",
            load(),
            List.of(
                chart("lockThroughput", "Throughput", "ops/s", RunResult::throughputOpsPerSec),
                chart("lockLatency", "90th percentile of latency", "ms", P90))));
  }

  private Table load() {
    Table table =
        new Table(
            List.of(
                "clients",
                "generators",
                "runs",
                "ops/s",
                "p50 ms",
                "p90 ms",
                "p99 ms",
                "core-ms/op",
                "errors"));
    steps.forEach((clients, repeats) -> table.add(row(clients, repeats)));
    return table;
  }

  private static List<String> row(int clients, Repeats repeats) {
    return List.of(
        Integer.toString(clients),
        Integer.toString(LockServiceProcedure.generators(clients).size()),
        repeats.count(),
        repeats.opsPerSec(),
        repeats.tenths(Repeats.millis(run -> run.latencyMicros().p50())),
        repeats.tenths(P90),
        repeats.p99Millis(),
        repeats
            .spread(RunResult::coreMillisPerOp)
            .map(found -> String.format(Locale.ROOT, "%.3f", found.median()))
            .orElse(Repeats.MISSING),
        repeats.errors());
  }

  private Chart chart(String id, String what, String unit, ToDoubleFunction<RunResult> figure) {
    List<Chart.Point> points = new ArrayList<>();
    steps.forEach(
        (clients, repeats) ->
            repeats
                .spread(figure)
                .ifPresent(spread -> points.add(Chart.Point.of(clients, spread))));
    return new Chart(
        id,
        what + " against clients",
        "clients",
        unit,
        List.of(new Chart.Series("flotilla", 0, 0, points)));
  }

  private Table saturation() {
    Table table = new Table(List.of("system", "clients", "ops/s", "p90 ms", "saturated"));
    Step best = best();
    table.add(
        List.of(
            best.repeats.runs().get(0).system(),
            Integer.toString(best.clients),
            best.repeats.opsPerSec(),
            best.repeats.tenths(P90),
            saturated(best)));
    for (Library library : LIBRARIES) {
      table.add(
          List.of(
              library.name,
              Repeats.MISSING,
              String.format(Locale.ROOT, "%s%,.0f", library.about, library.opsPerSec),
              library.p90Millis,
              library.saturated));
    }
    return table;
  }

  private List<Step> inOrder() {
    return steps.entrySet().stream()
        .map(entry -> new Step(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Of the steps that most repeats have reached, so that none wins by one lucky repeat. */
  private Step best() {
    int most = inOrder().stream().mapToInt(Step::runs).max().orElse(0);
    return inOrder().stream()
        .filter(step -> step.runs() == most)
        .max(Comparator.comparingDouble(Step::opsPerSec))
        .orElseThrow();
  }

  private String saturated(Step best) {
    Step last = inOrder().get(steps.size() - 1);
    if (last.opsPerSec() < LockServicePreset.FALL * best.opsPerSec()) {
      return "yes";
    }
    return LockServiceProcedure.generators(last.clients).size() < LockServicePreset.MOST_GENERATORS
        ? "no: load was not raised further"
        : "no: out of generators";
  }
}
