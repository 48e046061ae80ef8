package dev.flotilla.bench.harness.paired;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.LatencyMicros;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Measures one cell by windows that alternate between the systems, in both orders: A B, B A, A B,
 * ... The systems of one round are neighbours in time, and the order changes from round to round,
 * so that neither a slow minute of the machine nor the order favours one of them. A window begins
 * when the system before is quiet, or is marked {@code disturbed}.
 *
 * <p><b>Thread.</b> Everything happens on the thread that calls {@link #measure}.
 */
public final class PairedWindows {
  // So much of the processor time gone to other guests moves a closed loop visibly.
  private static final double MUCH_STEAL = 0.05;

  private final PairedPlan plan;
  private final ProcFiles files;
  private final Quiet quiet;
  private boolean quietBefore = true;

  /** Windows by that plan, with the counters of this machine. */
  public PairedWindows(PairedPlan plan) {
    this(plan, new ProcFiles(), QuietWait.DEFAULT::await);
  }

  PairedWindows(PairedPlan plan, ProcFiles files, Quiet quiet) {
    this.plan = plan;
    this.files = files;
    this.quiet = quiet;
  }

  /** Waits until a system is quiet, and tells whether it became so. */
  @FunctionalInterface
  interface Quiet {
    /** See {@link QuietWait#await}. */
    boolean await(DoubleSupplier cpuSeconds) throws InterruptedException;
  }

  /** Receives each window as soon as it is measured. */
  @FunctionalInterface
  public interface Sink {
    /** Keeps a window. */
    void accept(Window window) throws IOException;
  }

  /**
   * Measures a cell.
   *
   * @param systems all running, in the order of the first round
   * @param servers servers of each
   * @param clients clients of each
   * @param repeat counts from 1
   */
  public void measure(
      List<? extends LoadedSystem> systems, int servers, int clients, int repeat, Sink sink)
      throws IOException, InterruptedException {
    for (LoadedSystem system : systems) {
      system.connect(clients);
    }
    for (int round = 1; round <= plan.rounds(); round++) {
      List<LoadedSystem> order = order(systems, round);
      for (int position = 1; position <= order.size(); position++) {
        LoadedSystem system = order.get(position - 1);
        sink.accept(measure(system, servers, clients, repeat, round, position));
      }
    }
  }

  private static List<LoadedSystem> order(List<? extends LoadedSystem> systems, int round) {
    List<LoadedSystem> order = new ArrayList<>(systems);
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private Window measure(
      LoadedSystem system, int servers, int clients, int repeat, int round, int position)
      throws IOException, InterruptedException {
    system.load(plan.rate());
    system.window(plan.settle());
    Instant startedAt = Instant.now();
    WindowMeter meter = WindowMeter.start(files, system.processes());
    LoadResult load = system.window(plan.window());
    WindowMeter.Shares shares = meter.shares();
    system.stop();
    boolean isQuiet = quiet.await(meter::cpuSeconds);
    system.requireAllServers();
    boolean isDisturbed = shares.steal() >= MUCH_STEAL || !quietBefore || !isQuiet;
    quietBefore = isQuiet;
    return new Window(
        system.name(),
        servers,
        clients,
        plan.rate(),
        repeat,
        round,
        position,
        startedAt.toString(),
        load.nanos() / 1e9,
        load.ops(),
        load.errors(),
        load.throughputOpsPerSec(),
        LatencyMicros.of(load.latencies()),
        meter.uses(),
        shares.steal(),
        shares.others(),
        meter.flushes(),
        isDisturbed);
  }
}
