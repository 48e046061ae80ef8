package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.Window;
import java.util.function.ToDoubleFunction;

/** A figure that runs and paired windows both have. */
enum Figure {
  THROUGHPUT("commands/s", "%,.0f", ResultLine::throughput, Window::throughputOpsPerSec),
  MEAN(
      "mean ms",
      "%,.2f",
      line -> millis(line.latency().mean()),
      window -> millis(window.latencyMicros().mean())),
  P50(
      "p50 ms",
      "%,.2f",
      line -> millis(line.latency().p50()),
      window -> millis(window.latencyMicros().p50())),
  P90(
      "p90 ms",
      "%,.2f",
      line -> millis(line.latency().p90()),
      window -> millis(window.latencyMicros().p90())),
  P99(
      "p99 ms",
      "%,.2f",
      line -> millis(line.latency().p99()),
      window -> millis(window.latencyMicros().p99())),
  CORE_MILLIS("core-ms/op", "%,.3f", ResultLine::coreMillis, Window::coreMillisPerOp);

  private static final double MICROS_PER_MILLI = 1_000;

  private final String title;
  private final String format;
  private final ToDoubleFunction<ResultLine> run;
  private final ToDoubleFunction<Window> window;

  Figure(
      String title,
      String format,
      ToDoubleFunction<ResultLine> run,
      ToDoubleFunction<Window> window) {
    this.title = title;
    this.format = format;
    this.run = run;
    this.window = window;
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

  ToDoubleFunction<ResultLine> ofRun() {
    return run;
  }

  ToDoubleFunction<Window> ofWindow() {
    return window;
  }

  private static double millis(double micros) {
    return micros / MICROS_PER_MILLI;
  }
}
