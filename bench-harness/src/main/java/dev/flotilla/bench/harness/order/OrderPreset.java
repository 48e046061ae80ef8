package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Protocols of total order on middlewares, in a closed system of 2 to 6 processes, and with 3 or 4
 * servers and 3 clients outside of their group. All sizes of a cell, or its requests, are measured
 * in one group of processes.
 *
 * <p>It measures the module {@code total-order} only, not Flotilla's servers. CORBA is measured if
 * its module is built.
 *
 * @param whole how much is measured
 * @param quick the same for {@code --quick}
 * @param middlewares those that are there
 */
public record OrderPreset(OrderSettings whole, OrderSettings quick, List<String> middlewares) {
  static final String NAME = "total-order";

  private static final String DURABILITY =
      "the process that broadcasts has delivered its message; only raft-forced has it on disk, of a"
          + " majority";

  private static final String REQUEST_DURABILITY =
      "the server that replies has delivered the request, and keeps it in memory";

  private static final double NANOS_PER_SECOND = 1e9;

  /** The preset of this checkout. */
  public static Preset ofThisCheckout() {
    return new OrderPreset(OrderSettings.WHOLE, OrderSettings.QUICK, OrderPrograms.middlewares())
        .preset();
  }

  Preset preset() {
    return new Preset(
            NAME,
            this::cells,
            (plan, laboratory) -> new Procedure(all(plan), settings(plan), laboratory))
        .only("flotilla", "measures flotilla only; leave out --systems")
        .usesAgents(false)
        .sections(results -> new OrderSections(results).all());
  }

  private List<Cell> cells(ExperimentPlan plan) {
    return all(plan).stream().map(OrderCell::cell).toList();
  }

  private List<OrderCell> all(ExperimentPlan plan) {
    return OrderCell.all(settings(plan), middlewares);
  }

  private OrderSettings settings(ExperimentPlan plan) {
    return plan.quick() ? quick : whole;
  }

  private record Procedure(List<OrderCell> all, OrderSettings settings, Laboratory laboratory)
      implements CellProcedure {
    @Override
    public int hosts(Cell cell) {
      return cell.in(all, OrderCell::cell).allProcesses();
    }

    @Override
    public RunResult measure(Cell cell, int repeat, int attempt)
        throws IOException, InterruptedException {
      String label = cell.label(repeat, attempt);
      Path data = laboratory.out().makeData(label);
      Path logs = laboratory.out().makeLogs(label).toAbsolutePath();
      OrderCell group = cell.in(all, OrderCell::cell);
      Duration limit = settings.limit();
      OrderRun run = new OrderRun(group, settings, laboratory.placement(), data, logs, limit);
      laboratory.progress().phase("measuring");
      Instant startedAt = Instant.now();
      long start = System.nanoTime();
      OrderFigures printed = OrderFigures.of(List.of());
      Map<String, Long> errors = Map.of();
      try {
        printed = OrderFigures.of(run.outputs());
        if (!printed.isComplete(group, settings)) {
          errors = Map.of("figures are missing; see " + logs, 1L);
        }
      } catch (SystemFailedException e) {
        errors = Map.of(String.valueOf(e.getMessage()), 1L);
      }
      double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      laboratory.out().deleteData(label);
      Measurement measured =
          new Measurement(startedAt, run.cpu(), printed.answers(group, settings, errors, seconds))
              .valid(errors.isEmpty())
              .figures(errors.isEmpty() ? printed.all(group, settings) : Map.of());
      return laboratory.result(
          cell,
          repeat,
          measured,
          group.isClosed() ? DURABILITY : REQUEST_DURABILITY,
          "JVM " + String.join(" ", OrderPrograms.JVM_OPTIONS));
    }
  }
}
