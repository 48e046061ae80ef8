package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.result.LatencyMicros;
import dev.flotilla.bench.result.RunResult;
import java.util.function.ToDoubleFunction;

/** A figure that runs and paired windows both have. */
enum Figure {
  THROUGHPUT("commands/s", "%,.0f", RunResult::throughputOpsPerSec, Window::throughputOpsPerSec),
  MEAN("mean ms", LatencyMicros::mean),
  P50("p50 ms", LatencyMicros::p50),
  P90("p90 ms", LatencyMicros::p90),
  P99("p99 ms", LatencyMicros::p99),
  CORE_MILLIS("core-ms/op", "%,.3f", RunResult::coreMillisPerOp, Window::coreMillisPerOp);

  private static final double MICROS_PER_MILLI = 1_000;

  private final String title;
  private final String format;
  private final ToDoubleFunction<RunResult> run;
  private final ToDoubleFunction<Window> window;

  Figure(
      String title,
      String format,
      ToDoubleFunction<RunResult> run,
      ToDoubleFunction<Window> window) {
    this.title = title;
    this.format = format;
    this.run = run;
    this.window = window;
  }

  Figure(String title, ToDoubleFunction<LatencyMicros> micros) {
    this(
        title,
        "%,.2f",
        run -> micros.applyAsDouble(run.latencyMicros()) / MICROS_PER_MILLI,
        window -> micros.applyAsDouble(window.latencyMicros()) / MICROS_PER_MILLI);
  }

  String title() {
    return title;
  }

  String format() {
    return format;
  }

  /** Whether it is what a command costs: its mean counts, since rare work is a part of it. */
  boolean isCost() {
    return this == CORE_MILLIS;
  }

  ToDoubleFunction<RunResult> ofRun() {
    return run;
  }

  ToDoubleFunction<Window> ofWindow() {
    return window;
  }
}
