package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Response time and throughput, and what clients noticed of killed web servers. */
final class GatewaySections {
  private static final String STEADY =
      "A fifth of the requests each are GET, PUT, DELETE, POST with an Idempotency-Key, and POST"
          + " without. A web server works for 2 ms on a request. `httpd` is Apache httpd as a"
          + " balancer; `plain` is this gateway, which dispatches nothing again; `none` does, from"
          + " memory; `async` and `sync` log all but GET in a group of three.";
  private static final String NO_HTTPD =
      " Apache httpd was not measured, since it is not installed or did not run.";
  private static final String KILLS =
      "A client sends each request once. `failed` are GET, PUT, DELETE and POST with a key that got"
          + " no answer or an error; `unknown` are POST without a key, of which nobody knows whether"
          + " they were executed. The last columns count POST that web servers executed twice, and PUT"
          + " that they executed after a newer one of the same thing.";

  private final List<RunResult> results;

  GatewaySections(List<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /** Those that have something to show. */
  List<Section> all() {
    return Section.measured(
        new Section(
            "Response time and throughput",
            STEADY + (hasHttpd() ? "" : NO_HTTPD),
            steady(),
            drawings()),
        new Section("Web servers killed under load", KILLS, kills()));
  }

  private boolean hasHttpd() {
    return measured().stream().anyMatch(cell -> cell.mode() == GatewayMode.HTTPD);
  }

  private Table steady() {
    Table table =
        new Table(
            List.of("web servers", "clients", "mode", "requests/s", "mean ms", "p99 ms", "failed"));
    for (GatewayCell cell : measured()) {
      Repeats repeats = cell.repeats(results);
      table.add(
          List.of(
              Integer.toString(cell.servers()),
              Integer.toString(cell.clients()),
              cell.mode().toString(),
              repeats.opsPerSec(),
              repeats.meanMillis(),
              repeats.p99Millis(),
              repeats.sum(GatewayFigures.FAILED)));
    }
    return table;
  }

  private Table kills() {
    Table table =
        new Table(
            List.of(
                "mode",
                "kills",
                "sent",
                "failed",
                "unknown",
                "p99 ms",
                "POST twice",
                "with key",
                "PUT undone"));
    for (GatewayCell cell : GatewayCell.underKills()) {
      Repeats repeats = cell.repeats(results);
      if (!repeats.isEmpty()) {
        table.add(
            List.of(
                cell.mode().toString(),
                repeats.sum(GatewayFigures.KILLS),
                repeats.sum(GatewayFigures.SENT),
                repeats.sum(GatewayFigures.FAILED),
                repeats.sum(GatewayFigures.UNKNOWN),
                repeats.p99Millis(),
                repeats.sum(GatewayFigures.TWICE),
                repeats.sum(GatewayFigures.KEYED_TWICE),
                repeats.sum(GatewayFigures.UNDONE)));
      }
    }
    return table;
  }

  private List<Drawing> drawings() {
    List<Drawing> drawings = new ArrayList<>();
    for (int servers : GatewaySettings.WHOLE.servers()) {
      drawings.add(
          new Chart(
              "gateway" + servers,
              "Requests a second before %s web servers".formatted(servers),
              "clients",
              "requests/s",
              Stream.of(GatewayMode.values()).map(mode -> series(mode, servers)).toList()));
    }
    return drawings;
  }

  private Chart.Series series(GatewayMode mode, int servers) {
    List<Chart.Point> points = new ArrayList<>();
    for (GatewayCell cell : measured()) {
      if (cell.mode() == mode && cell.servers() == servers) {
        Optional.of(cell.repeats(results))
            .flatMap(it -> it.spread(RunResult::throughputOpsPerSec))
            .ifPresent(spread -> points.add(Chart.Point.of(cell.clients(), spread)));
      }
    }
    int number = List.of(GatewayMode.values()).indexOf(mode);
    return new Chart.Series(mode.toString(), number, number, points);
  }

  private List<GatewayCell> measured() {
    return Stream.of(GatewaySettings.WHOLE, GatewaySettings.QUICK)
        .flatMap(settings -> GatewayCell.all(settings).stream())
        .filter(cell -> !cell.kills() && !cell.repeats(results).isEmpty())
        .distinct()
        .toList();
  }
}
