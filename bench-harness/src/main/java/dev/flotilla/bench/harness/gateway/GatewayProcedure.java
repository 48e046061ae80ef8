package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Mode;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Makes the runs of the preset: fresh processes for each. */
final class GatewayProcedure implements CellProcedure {
  private final GatewaySettings settings;
  private final Laboratory laboratory;

  GatewayProcedure(GatewaySettings settings, Laboratory laboratory) {
    this.settings = settings;
    this.laboratory = laboratory;
  }

  @Override
  public int hosts(Cell cell) {
    return GatewayCell.of(cell).hosts();
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    String label = cell.label(repeat, attempt);
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label).toAbsolutePath();
    laboratory.progress().phase("measuring");
    Instant startedAt = Instant.now();
    GatewayRun run =
        new GatewayRun(GatewayCell.of(cell), settings, laboratory.placement(), data, logs);
    GatewayFigures figures = run.measure();
    laboratory.out().deleteData(label);
    return result(cell, repeat, figures, run.cpu(), startedAt);
  }

  private RunResult result(
      Cell cell, int repeat, GatewayFigures figures, CpuSeconds cpu, Instant startedAt) {
    Map<String, Double> byName = figures.byName();
    return new RunResult(
        GatewayPreset.NAME,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        List.of(),
        Mode.STEADY.toString(),
        repeat,
        0,
        figures.load().ops() > 0,
        figures.load().ops(),
        Map.of(),
        figures.throughput(),
        LatencyMicros.of(figures.load().latencies()),
        0,
        List.of(),
        cpu,
        figures.seconds(),
        List.of(),
        null,
        startedAt.toString(),
        GatewayCell.of(cell).mode().hasLog() ? "the log of the group" : "none",
        "JVM " + String.join(" ", GatewayPrograms.JVM_OPTIONS),
        laboratory.environment(),
        byName);
  }
}
