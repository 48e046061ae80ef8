package dev.flotilla.order.bench;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.order.bench.ClosedSystem.Mode;
import dev.flotilla.order.live.FileJournal;
import dev.flotilla.order.live.LiveProcess;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.order.protocol.RaftJournal;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of a closed system, as a program that measures several sizes of messages one after
 * another and prints CSV.
 *
 * <pre>
 *   OrderSeries PROTOCOL MIDDLEWARE REGISTRY N SIZES WARM_MILLIS MILLIS [DIRECTORY]
 * </pre>
 *
 * <p>The first four are those of {@link OrderProcess}. SIZES is a list such as {@code 1,100}. For
 * each size the processes broadcast in turn and at once for WARM_MILLIS each, three times as long
 * for the first size, and then again for MILLIS each; then process 0 pings process 1. At once, a
 * process is at most 8 broadcasts ahead of the slowest one. With a DIRECTORY, Raft forces its
 * entries to a file there.
 *
 * <p>The columns are kind, process, size, number and nanos. A row {@code broadcast} is the time
 * from a broadcast in turn to its delivery at the same process; of many, some at equal distances
 * are printed. {@code ping} is a ping. {@code turns} and {@code free} are the time of all
 * broadcasts in turn and at once, with their number.
 */
public final class OrderSeries {
  private static final int MIN_PINGS = 20;
  private static final int PING_SHARE = 5;
  private static final long LINGER_MILLIS = 300;

  /** Raft's log in memory is never compacted, so this bounds it. */
  static final long MAX_PHASE_BYTES = 32 * 1024 * 1024;

  /** A JVM that has just started needs longer. */
  static final int FIRST_WARM = 3;

  private static final int LEAST_MESSAGES = 200;

  private final Middleware middleware;
  private final ClosedSeries series = new ClosedSeries();
  private final Rows rows;
  private final long warmNanos;
  private final long measureNanos;

  private OrderSeries(Middleware middleware, long warmNanos, long measureNanos) {
    this.middleware = middleware;
    this.rows = new Rows(middleware.group().self());
    this.warmNanos = warmNanos;
    this.measureNanos = measureNanos;
  }

  /**
   * Runs a process, and ends the program: with code 2 if the arguments are wrong, with code 1 if
   * the group cannot be joined or breaks.
   */
  public static void main(String[] arguments) throws InterruptedException {
    Program.runAndExit(OrderSeries::run, arguments);
  }

  /** Runs a process until all processes have ended. */
  static void run(List<String> arguments, PrintStream out)
      throws IOException, InterruptedException {
    if (arguments.size() < 7 || arguments.size() > 8) {
      throw new IllegalArgumentException(
          "%s arguments; use PROTOCOL MIDDLEWARE REGISTRY N SIZES WARM_MILLIS MILLIS [DIRECTORY]"
              .formatted(arguments.size()));
    }
    ProtocolKind protocol = ProtocolKind.parse(arguments.get(0));
    int n = OrderProcess.number("N", arguments.get(3), 1, 24);
    List<Integer> sizes = sizes(arguments.get(4));
    long warmNanos = Program.nanosOfMillis("WARM_MILLIS", arguments.get(5));
    long nanos = Program.nanosOfMillis("MILLIS", arguments.get(6));
    try (Middleware middleware = Middlewares.join(arguments.get(1), arguments.get(2), n)) {
      OrderSeries measured = new OrderSeries(middleware, warmNanos, nanos);
      if (arguments.size() == 7) {
        measured.measure(protocol, sizes, RaftJournal.NONE);
      } else {
        Path directory = Path.of(arguments.get(7));
        try (FileJournal journal = FileJournal.create(directory, middleware.group().self())) {
          measured.measure(protocol, sizes, journal);
        }
      }
      measured.rows.print(out);
    }
  }

  private static List<Integer> sizes(String text) {
    List<Integer> sizes = new ArrayList<>();
    for (String size : text.split(",", -1)) {
      sizes.add(OrderProcess.number("SIZES", size, 1, TotalOrder.MAX_CONTENT_BYTES));
    }
    return sizes;
  }

  private void measure(ProtocolKind protocol, List<Integer> sizes, RaftJournal journal)
      throws IOException, InterruptedException {
    try (TotalOrder process = LiveProcess.start(protocol, middleware, series, journal)) {
      long warm = FIRST_WARM * warmNanos;
      for (int size : sizes) {
        measure(process, size, warm);
        warm = warmNanos;
      }
      series.run(process, List.of(new ClosedSeries.Phase(Mode.TURNS, 1, 0, 0)));
      // Others may wait for the last messages of this one.
      Thread.sleep(LINGER_MILLIS);
    }
  }

  private void measure(TotalOrder process, int size, long warm)
      throws IOException, InterruptedException {
    List<ClosedSeries.Phase> phases =
        List.of(
            phase(Mode.TURNS, size, warm),
            phase(Mode.FREE, size, warm),
            phase(Mode.FREE, size, measureNanos),
            phase(Mode.TURNS, size, measureNanos));
    List<ClosedSeries.Outcome> outcomes = series.run(process, phases);
    ClosedSeries.Outcome free = outcomes.get(2);
    ClosedSeries.Outcome turns = outcomes.get(3);
    if (process.group().self() == 0) {
      rows.add("free", size, free.messages(), free.nanos());
      rows.add("turns", size, turns.messages(), turns.nanos());
      if (process.group().size() > 1) {
        ping(size); // The others wait in the next phase for the first turn, which is ours.
      }
    }
    rows.some("broadcast", size, turns.broadcastNanos());
  }

  private static ClosedSeries.Phase phase(Mode mode, int size, long nanos) {
    return new ClosedSeries.Phase(
        mode, size, nanos, Math.max(LEAST_MESSAGES, MAX_PHASE_BYTES / size));
  }

  /** Measures pings; the first half is for the JVM to become warm. */
  private void ping(int size) throws IOException {
    Bytes payload = Bytes.wrap(new byte[size]);
    List<Long> nanos = new ArrayList<>();
    long start = System.nanoTime();
    while (nanos.size() < MIN_PINGS || System.nanoTime() - start < measureNanos / PING_SHARE) {
      nanos.add(middleware.pingNanos(1, payload));
    }
    rows.some("ping", size, nanos.subList(nanos.size() / 2, nanos.size()));
  }
}
