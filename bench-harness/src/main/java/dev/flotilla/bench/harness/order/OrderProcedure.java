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

/** Measures all sizes of a cell, or its requests, in one group of processes. */
final class OrderProcedure implements CellProcedure {
  private static final String DURABILITY =
      "the process that broadcasts has delivered its message; only raft-forced has it on disk, of a"
          + " majority";

  private static final String REQUEST_DURABILITY =
      "the server that replies has delivered the request, and keeps it in memory";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration START = Duration.ofSeconds(90);

  /** So many times as long as planned, since a phase may end late. */
  private static final long PATIENCE = 4;

  private final OrderSettings settings;
  private final Laboratory laboratory;
  private final Duration limit;

  /**
   * What the processes of a run have measured.
   *
   * @param figures by name
   * @param isComplete whether no figure is missing
   * @param perSec broadcasts or requests a second of all processes
   * @param latency of a broadcast in turn, or of a request in case A
   * @param ops how many broadcasts or requests there were
   * @param durability what an answer means
   */
  private record Measured(
      Map<String, Double> figures,
      boolean isComplete,
      double perSec,
      LatencyMicros latency,
      long ops,
      String durability) {}

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
  public int hosts(Cell cell) {
    return OrderCell.of(cell).allProcesses();
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    String label = cell.label(repeat, attempt);
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label).toAbsolutePath();
    OrderCell group = OrderCell.of(cell);
    OrderRun run = new OrderRun(group, settings, laboratory.placement(), data, logs, limit);
    laboratory.progress().phase("measuring");
    Instant startedAt = Instant.now();
    long start = System.nanoTime();
    Measured measured;
    Map<String, Long> errors = Map.of();
    try {
      measured = measured(group, OrderFigures.of(run.outputs()));
      if (!measured.isComplete()) {
        errors = Map.of("figures are missing; see " + logs, 1L);
      }
    } catch (SystemFailedException e) {
      measured = measured(group, OrderFigures.of(List.of()));
      errors = Map.of(String.valueOf(e.getMessage()), 1L);
    }
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    laboratory.out().deleteData(label);
    return result(cell, repeat, measured, errors, seconds, run.cpu(), startedAt);
  }

  private Measured measured(OrderCell group, OrderFigures printed) {
    if (!group.isClosed()) {
      RequestFigures requests = new RequestFigures(printed);
      return new Measured(
          requests.all(group.processes()),
          requests.required().values().stream().allMatch(value -> value > 0),
          requests.perSec(),
          requests.latency(),
          printed.messages(),
          REQUEST_DURABILITY);
    }
    List<Integer> sizes = settings.sizes();
    int size = sizes.contains(OrderSettings.USUAL_BYTES) ? OrderSettings.USUAL_BYTES : sizes.get(0);
    return new Measured(
        printed.bySize(sizes),
        printed.isComplete(sizes),
        printed.freePerSecOf(size),
        printed.latency(size),
        printed.messages(),
        DURABILITY);
  }

  private RunResult result(
      Cell cell,
      int repeat,
      Measured measured,
      Map<String, Long> errors,
      double seconds,
      CpuSeconds cpu,
      Instant startedAt) {
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
        measured.ops(),
        errors,
        measured.perSec(),
        measured.latency(),
        0,
        List.of(),
        cpu,
        seconds,
        List.of(),
        null,
        startedAt.toString(),
        measured.durability(),
        "JVM " + String.join(" ", OrderPrograms.JVM_OPTIONS),
        laboratory.environment(),
        errors.isEmpty() ? measured.figures() : Map.of());
  }
}
