package dev.flotilla.order.bench;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.order.live.LiveProcess;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * A process of a closed system, as a program that measures and prints CSV.
 *
 * <pre>
 *   OrderProcess PROTOCOL MIDDLEWARE REGISTRY N SIZE COUNT [MODE]
 * </pre>
 *
 * <p>PROTOCOL is sequencer, skeen, chandra-toueg or raft; MIDDLEWARE is sockets, rmi or soap, or
 * corba if its module is on the class path. With sockets@HOST and the like, this process listens at
 * that address, else on loopback. REGISTRY is HOST:PORT of {@link OrderRegistration}, and for SOAP
 * a name of the group that no other run has. N processes send messages of SIZE bytes: COUNT of all
 * in turn, with MODE turns; or COUNT of each one as fast as they are delivered, with MODE free.
 *
 * <p>The columns are kind, process, number and nanos. A row {@code ping} is a ping of process 0 to
 * process 1, before anything is broadcast; {@code broadcast} is the time from a broadcast to its
 * delivery at the same process; both are numbered in order from 0. {@code run} is the time from the
 * beginning to the last delivery, with the number of own broadcasts. The first rows show a JVM that
 * is not warm: use the last half.
 */
public final class OrderProcess {
  private static final int MAX_PINGS = 2_000;
  private static final long MAX_PING_NANOS = 2_000_000_000;
  private static final long LINGER_MILLIS = 500;

  private final Middleware middleware;
  private final PrintStream out;
  private final int self;

  private OrderProcess(Middleware middleware, PrintStream out) {
    this.middleware = middleware;
    this.out = out;
    this.self = middleware.group().self();
  }

  /**
   * Runs a process, and ends the program: with code 2 if the arguments are wrong, with code 1 if
   * the group cannot be joined or breaks.
   */
  public static void main(String[] arguments) throws InterruptedException {
    Program.runAndExit(OrderProcess::run, arguments);
  }

  /** Runs a process until all processes have ended. */
  static void run(List<String> arguments, PrintStream out)
      throws IOException, InterruptedException {
    if (arguments.size() < 6 || arguments.size() > 7) {
      throw new IllegalArgumentException(
          "%s arguments; use PROTOCOL MIDDLEWARE REGISTRY N SIZE COUNT [MODE]"
              .formatted(arguments.size()));
    }
    ProtocolKind protocol = ProtocolKind.parse(arguments.get(0));
    int size = number("SIZE", arguments.get(4), 0, TotalOrder.MAX_CONTENT_BYTES);
    int count = number("COUNT", arguments.get(5), 1, Integer.MAX_VALUE);
    String mode = arguments.size() > 6 ? arguments.get(6) : "turns";
    ClosedSystem system = new ClosedSystem(ClosedSystem.Mode.parse(mode), size, count);
    int n = number("N", arguments.get(3), 1, 24);
    try (Middleware middleware = Middlewares.join(arguments.get(1), arguments.get(2), n)) {
      new OrderProcess(middleware, out).measure(protocol, system, size);
    }
  }

  static int number(String name, String text, int least, int most) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s '%s' is no number; use %s to %s".formatted(name, text, least, most), e);
    }
    throw new IllegalArgumentException(
        "%s %s is out of range; use %s to %s".formatted(name, text, least, most));
  }

  private void measure(ProtocolKind protocol, ClosedSystem system, int size)
      throws IOException, InterruptedException {
    out.println("kind,process,number,nanos");
    try (TotalOrder process = LiveProcess.start(protocol, middleware, system)) {
      ping(Bytes.wrap(new byte[size]));
      system.ready(process);
      long runNanos = system.ended().get();
      List<Long> nanos = system.nanos();
      for (int i = 0; i < nanos.size(); i++) {
        row("broadcast", i, nanos.get(i));
      }
      row("run", nanos.size(), runNanos);
      out.flush();
      // Others may wait for the last messages of this one.
      Thread.sleep(LINGER_MILLIS);
    } catch (ExecutionException e) {
      throw new IOException("the run has failed: " + e.getCause(), e);
    }
  }

  /** One process alone, while the others wait for it. */
  private void ping(Bytes payload) throws IOException {
    if (self > 0 || middleware.group().size() == 1) {
      return;
    }
    long start = System.nanoTime();
    for (int i = 0; i < MAX_PINGS && System.nanoTime() - start < MAX_PING_NANOS; i++) {
      row("ping", i, middleware.pingNanos(1, payload));
    }
  }

  private void row(String kind, long number, long nanos) {
    out.println("%s,%s,%s,%s".formatted(kind, self, number, nanos));
  }
}
