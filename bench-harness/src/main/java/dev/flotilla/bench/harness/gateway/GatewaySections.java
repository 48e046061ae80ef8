package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.Measured;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
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

  private final List<Measured<GatewayCell>> steady;
  private final List<Measured<GatewayCell>> killed;

  GatewaySections(List<RunResult> results) {
    List<GatewayCell> withoutKills =
        Stream.of(GatewaySettings.WHOLE, GatewaySettings.QUICK)
            .flatMap(settings -> GatewayCell.all(settings).stream())
            .filter(cell -> !cell.kills())
            .distinct()
            .toList();
    steady = Measured.of(withoutKills, cell -> cell.repeats(results));
    killed = Measured.of(GatewayCell.underKills(), cell -> cell.repeats(results));
  }

  /** Those that have something to show. */
  List<Section> all() {
    boolean hasHttpd = steady.stream().anyMatch(row -> row.thing().mode() == GatewayMode.HTTPD);
    return Section.measured(
        List.of(
            new Section(
                "Response time and throughput",
                STEADY + (hasHttpd ? "" : NO_HTTPD),
                Table.of(steady)
                    .column("web servers", row -> row.thing().servers())
                    .column("clients", row -> row.thing().clients())
                    .column("mode", row -> row.thing().mode())
                    .column("requests/s", row -> row.repeats().opsPerSec())
                    .column("mean ms", row -> row.repeats().meanMillis())
                    .column("p99 ms", row -> row.repeats().p99Millis())
                    .column("failed", row -> row.repeats().sum(GatewayFigures.FAILED)),
                GatewaySettings.WHOLE.servers().stream().map(this::drawing).toList()),
            new Section(
                "Web servers killed under load",
                KILLS,
                Table.of(killed)
                    .column("mode", row -> row.thing().mode())
                    .column("kills", row -> row.repeats().sum(GatewayFigures.KILLS))
                    .column("sent", row -> row.repeats().sum(GatewayFigures.SENT))
                    .column("failed", row -> row.repeats().sum(GatewayFigures.FAILED))
                    .column("unknown", row -> row.repeats().sum(GatewayFigures.UNKNOWN))
                    .column("p99 ms", row -> row.repeats().p99Millis())
                    .column("POST twice", row -> row.repeats().sum(GatewayFigures.TWICE))
                    .column("with key", row -> row.repeats().sum(GatewayFigures.KEYED_TWICE))
                    .column("PUT undone", row -> row.repeats().sum(GatewayFigures.UNDONE)))));
  }

  private Drawing drawing(int servers) {
    return new Chart(
        "gateway" + servers,
        "Requests a second before %s web servers".formatted(servers),
        "clients",
        "requests/s",
        Stream.of(GatewayMode.values()).map(mode -> series(mode, servers)).toList());
  }

  private Chart.Series series(GatewayMode mode, int servers) {
    int number = List.of(GatewayMode.values()).indexOf(mode);
    return Chart.Series.of(
        mode.toString(),
        number,
        number,
        steady.stream()
            .filter(row -> row.thing().mode() == mode && row.thing().servers() == servers)
            .toList(),
        GatewayCell::clients,
        runs -> runs.spread(RunResult::throughputOpsPerSec));
  }
}
