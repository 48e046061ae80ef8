package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Makes the runs of the lock service: a fresh cluster with its generators, a warm-up, and a fixed
 * time of measurement without a pause between them.
 */
final class LockServiceProcedure implements CellProcedure {
  /** The most clients that one generator has. */
  static final int CLIENTS_PER_GENERATOR = 80;

  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final double NANOS_PER_SECOND = 1e9;

  private final LockServiceTiming timing;
  private final UnaryOperator<SystemUnderTest> service;
  private final Laboratory laboratory;

  /**
   * A procedure.
   *
   * @param service makes the lock service of a system
   */
  LockServiceProcedure(
      LockServiceTiming timing, UnaryOperator<SystemUnderTest> service, Laboratory laboratory) {
    this.timing = timing;
    this.service = service;
    this.laboratory = laboratory;
  }

  /** How many clients each generator has: as few generators as possible. */
  static List<Integer> generators(int clients) {
    List<Integer> each = new ArrayList<>();
    for (int left = clients; left > 0; left -= CLIENTS_PER_GENERATOR) {
      each.add(Math.min(left, CLIENTS_PER_GENERATOR));
    }
    return each;
  }

  @Override
  public RunResult measure(Cell cell, int repeat, int attempt)
      throws IOException, InterruptedException {
    SystemUnderTest system = service.apply(laboratory.systems().find(cell.system()));
    String label = cell.label(repeat, attempt);
    Path data = laboratory.out().makeData(label);
    Path logs = laboratory.out().makeLogs(label);
    laboratory.progress().phase("starting");
    Measurement measured;
    try (LoadGenerators generators =
        LoadGenerators.start(
            system,
            cell.servers(),
            generators(cell.clients()),
            laboratory.placement(),
            data,
            logs)) {
      measured = measure(generators);
      generators.stop();
    }
    laboratory.out().deleteData(label);
    return describe(cell, repeat, system, measured);
  }

  private Measurement measure(LoadGenerators generators) throws IOException, InterruptedException {
    generators.load();
    WarmUp warmUp = new WarmUp(timing.warmUpMin(), timing.warmUpMax());
    while (!warmUp.isOver()) {
      warmUp.add(second(generators, "warming up").ops());
    }
    Instant startedAt = Instant.now();
    CpuReading before = generators.cpu();
    LoadResult whole = LoadResult.nothing();
    List<Long> opsPerSecond = new ArrayList<>();
    for (int i = 0; i < timing.measureSeconds(); i++) {
      LoadResult second = second(generators, "measuring");
      whole = whole.plus(second);
      opsPerSecond.add(second.ops());
    }
    return new Measurement(
        startedAt, whole, before.until(generators.cpu()), opsPerSecond, warmUp.result());
  }

  private LoadResult second(LoadGenerators generators, String phase)
      throws IOException, InterruptedException {
    LoadResult second = generators.window(WINDOW);
    laboratory
        .progress()
        .phase(String.format(Locale.ROOT, "%s, %,.0f ops/s", phase, second.throughputOpsPerSec()));
    return second;
  }

  /** Valid if the service served at all: errors under overload are a result. */
  private RunResult describe(Cell cell, int repeat, SystemUnderTest system, Measurement measured) {
    LoadResult load = measured.load();
    return new RunResult(
        LockServicePreset.NAME,
        cell.system(),
        cell.servers(),
        cell.clients(),
        cell.scenario().toString(),
        cell.trigger().toString(),
        List.of(),
        Mode.STEADY.toString(),
        repeat,
        0,
        load.ops() > 0,
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        0,
        List.of(),
        measured.cpu(),
        load.nanos() / NANOS_PER_SECOND,
        measured.opsPerSecond(),
        measured.warmUp(),
        measured.startedAt().toString(),
        system.durability(),
        system.configuration(),
        laboratory.environment());
  }
}
