package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Mode;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Measures all sizes of a cell in one group of processes. */
final class OrderProcedure implements CellProcedure {
  private static final String DURABILITY =
      "the process that broadcasts has delivered its message; only raft-forced has it on disk, of a"
          + " majority";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration START = Duration.ofSeconds(90);

  /** So many times as long as planned, since a phase may end late. */
  private static final long PATIENCE = 4;

  private final OrderSettings settings;
  private final Laboratory laboratory;
  private final Duration limit;

  OrderProcedure(OrderSettings settings, Laboratory laboratory) {
    this(settings, laboratory, limit(settings));
  }

  /**
   * Likewise.
   *
   * @param limit how long a run may last
   */
  OrderProcedure(OrderSettings settings, Laboratory laboratory, Duration limit) {
    this.settings = settings;
    this.laboratory = laboratory;
    this.limit = limit;
  }

  private static Duration limit(OrderSettings settings) {
    long millis = 2L * (settings.warmMillis() + settings.measureMillis());
    return START.plusMillis(PATIENCE * (settings.sizes().size() + 2) * millis);
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    String label = cell.label(repeat, attempt);
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label).toAbsolutePath();
    OrderRun run = new OrderRun(OrderCell.of(cell), settings, data, logs, limit);
    laboratory.progress().phase("measuring");
    Instant startedAt = Instant.now();
    long start = System.nanoTime();
    OrderFigures figures;
    Map<String, Long> errors = Map.of();
    try {
      figures = OrderFigures.of(run.outputs());
      if (!figures.isComplete(settings.sizes())) {
        errors = Map.of("figures are missing; see " + logs, 1L);
      }
    } catch (SystemFailedException e) {
      figures = OrderFigures.of(List.of());
      errors = Map.of(String.valueOf(e.getMessage()), 1L);
    }
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    laboratory.out().deleteData(label);
    return result(cell, repeat, figures, errors, seconds, run.cpu(), startedAt);
  }

  private RunResult result(
      Cell cell,
      int repeat,
      OrderFigures figures,
      Map<String, Long> errors,
      double seconds,
      CpuSeconds cpu,
      Instant startedAt) {
    int size =
        settings.sizes().contains(OrderSettings.USUAL_BYTES)
            ? OrderSettings.USUAL_BYTES
            : settings.sizes().get(0);
    LatencyMicros latency = figures.latency(size);
    return new RunResult(
        OrderPreset.NAME,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        List.of(),
        Mode.STEADY.toString(),
        repeat,
        0,
        errors.isEmpty(),
        figures.messages(),
        errors,
        figures.freePerSecOf(size),
        latency,
        0,
        List.of(),
        cpu,
        seconds,
        List.of(),
        null,
        startedAt.toString(),
        DURABILITY,
        "JVM " + String.join(" ", OrderPrograms.JVM_OPTIONS),
        laboratory.environment(),
        errors.isEmpty() ? figures.bySize(settings.sizes()) : Map.of());
  }
}
