package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Measured;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The report on the lock service: a row and a point for each number of clients, then Flotilla at
 * saturation beside the libraries of the paper.
 */
final class LockServiceSections {
  private static final ToDoubleFunction<RunResult> P90 =
      Repeats.millis(run -> run.latencyMicros().p90());

  // As the paper's text states them; it has no numbers of clients.
  private static final List<Saturated> LIBRARIES =
      List.of(
          new Saturated("S-Paxos (paper)", Repeats.MISSING, "about 1,400", "300", "yes"),
          new Saturated("BFT-SMaRt (paper)", Repeats.MISSING, "2,360", "180", "no: out of memory"),
          new Saturated(
              "URingPaxos (paper)", Repeats.MISSING, "360,000", "below 4", "no: out of clients"));

  /** The steps of the load: numbers of clients, with their runs. */
  private final List<Measured<Integer>> steps;

  /**
   * A system at its highest throughput.
   *
   * @param saturated whether throughput fell afterwards
   */
  private record Saturated(
      String system, String clients, String opsPerSec, String p90Millis, String saturated) {}

  LockServiceSections(List<RunResult> results) {
    steps =
        Measured.of(
            new TreeSet<>(results.stream().map(RunResult::clients).toList()),
            clients -> Repeats.of(results, run -> run.clients() == clients));
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
            Table.of(Stream.concat(Stream.of(flotilla()), LIBRARIES.stream()).toList())
                .column("system", Saturated::system)
                .column("clients", Saturated::clients)
                .column("ops/s", Saturated::opsPerSec)
                .column("p90 ms", Saturated::p90Millis)
                .column("saturated", Saturated::saturated)),
        new Section(
            "Lock service, 3 servers",
            "A row is a step of the load; a generator is a client process.",
            load(),
            List.of(
                chart("lockThroughput", "Throughput", "ops/s", RunResult::throughputOpsPerSec),
                chart("lockLatency", "90th percentile of latency", "ms", P90))));
  }

  private Table<Measured<Integer>> load() {
    return Table.of(steps)
        .column("clients", Measured::thing)
        .column("generators", step -> LockServicePreset.generators(step.thing()).size())
        .column("runs", step -> step.repeats().count())
        .column("ops/s", step -> step.repeats().opsPerSec())
        .column(
            "p50 ms",
            step -> step.repeats().tenths(Repeats.millis(run -> run.latencyMicros().p50())))
        .column("p90 ms", step -> step.repeats().tenths(P90))
        .column("p99 ms", step -> step.repeats().p99Millis())
        .column(
            "core-ms/op",
            step ->
                Repeats.text(
                    "%.3f", step.repeats().spread(RunResult::coreMillisPerOp).map(Spread::median)))
        .column("errors", step -> step.repeats().errors());
  }

  private Chart chart(String id, String what, String unit, ToDoubleFunction<RunResult> figure) {
    return new Chart(
        id,
        what + " against clients",
        "clients",
        unit,
        List.of(
            Chart.Series.of(
                "flotilla", 0, 0, steps, clients -> clients, runs -> runs.spread(figure))));
  }

  private Saturated flotilla() {
    Measured<Integer> best = best();
    return new Saturated(
        best.repeats().runs().get(0).system(),
        Integer.toString(best.thing()),
        best.repeats().opsPerSec(),
        best.repeats().tenths(P90),
        saturated(best));
  }

  /** Of the steps that most repeats have reached, so that none wins by one lucky repeat. */
  private Measured<Integer> best() {
    int most = steps.stream().mapToInt(step -> step.repeats().runs().size()).max().orElse(0);
    return steps.stream()
        .filter(step -> step.repeats().runs().size() == most)
        .max(Comparator.comparingDouble(LockServiceSections::opsPerSec))
        .orElseThrow();
  }

  private static double opsPerSec(Measured<Integer> step) {
    return step.repeats().spread(RunResult::throughputOpsPerSec).map(Spread::median).orElse(0.0);
  }

  private String saturated(Measured<Integer> best) {
    Measured<Integer> last = steps.get(steps.size() - 1);
    if (opsPerSec(last) < LockServicePreset.FALL * opsPerSec(best)) {
      return "yes";
    }
    return LockServicePreset.generators(last.thing()).size() < LockServicePreset.MOST_GENERATORS
        ? "no: load was not raised further"
        : "no: out of generators";
  }
}
