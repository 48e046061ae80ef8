package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A gateway without a log and with each kind of log, beside one that dispatches nothing again, and
 * beside Apache httpd if it is installed; then web servers that are killed under load.
 *
 * <p>Clients, gateway, web servers and the group are fresh processes of one machine, or each on a
 * host that it emulates.
 */
public final class GatewayPreset {
  static final String NAME = "gateway";

  private GatewayPreset() {}

  /** The preset of this checkout. */
  public static Preset ofThisCheckout() {
    return new Preset(
            NAME,
            GatewayPreset::cells,
            (plan, laboratory) -> new Procedure(settings(plan), laboratory))
        .only(GatewayCell.SYSTEM, "measures flotilla only; leave out --systems")
        .usesAgents(false)
        .sections(results -> new GatewaySections(results).all());
  }

  private static GatewaySettings settings(ExperimentPlan plan) {
    return plan.quick() ? GatewaySettings.QUICK : GatewaySettings.WHOLE;
  }

  private static List<Cell> cells(ExperimentPlan plan) {
    boolean hasHttpd = Httpd.find().isPresent();
    return GatewayCell.all(settings(plan)).stream()
        .filter(cell -> hasHttpd || cell.mode() != GatewayMode.HTTPD)
        .map(GatewayCell::cell)
        .toList();
  }

  private record Procedure(GatewaySettings settings, Laboratory laboratory)
      implements CellProcedure {
    @Override
    public int hosts(Cell cell) {
      return cell.in(GatewayCell.all(settings), GatewayCell::cell).hosts();
    }

    @Override
    public RunResult measure(Cell cell, int repeat, int attempt)
        throws IOException, InterruptedException {
      String label = cell.label(repeat, attempt);
      Path data = laboratory.out().makeData(label);
      Path logs = laboratory.out().makeLogs(label).toAbsolutePath();
      laboratory.progress().phase("measuring");
      GatewayCell gateway = cell.in(GatewayCell.all(settings), GatewayCell::cell);
      Instant startedAt = Instant.now();
      GatewayRun run = new GatewayRun(gateway, settings, laboratory.placement(), data, logs);
      GatewayFigures figures = run.measure();
      laboratory.out().deleteData(label);
      return laboratory.result(
          cell,
          repeat,
          figures.measurement(startedAt, run.cpu()),
          gateway.mode().hasLog() ? "the log of the group" : "none",
          "JVM " + String.join(" ", GatewayPrograms.JVM_OPTIONS));
    }
  }
}
