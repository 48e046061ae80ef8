package dev.flotilla.order.bench;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.channel.FilteredMiddleware;
import dev.flotilla.order.live.ProtocolKind;
import dev.flotilla.order.request.RequestCase;
import dev.flotilla.order.request.RequestClient;
import dev.flotilla.order.request.RequestServer;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server, or a client outside of the servers' group, as a program that measures requests and
 * prints CSV.
 *
 * <pre>
 *   RequestSeries PROTOCOL MIDDLEWARE REGISTRY SERVERS CLIENTS SIZE WARM_MILLIS MILLIS
 * </pre>
 *
 * <p>The first three are those of {@link OrderProcess}. All SERVERS + CLIENTS processes have the
 * same arguments: those with the numbers below SERVERS are the servers. Requests and replies have
 * SIZE bytes. First all clients request for three times WARM_MILLIS in each {@link RequestCase}.
 * Then one client requests for MILLIS in each case, and then all of them do. Half of the time of
 * case A is before that of case B, and half after it, since a JVM still becomes faster. A client
 * sends a request when it has the reply to the one before. In case B, client k asks server k modulo
 * SERVERS; one client alone asks the servers in turn, since one of them may coordinate.
 *
 * <p>The columns are kind, process, size, number and nanos; the kinds end in a or b, the case.
 * {@code request} is the time of a request of the one client; of many, some at equal distances of
 * the sorted times are printed. {@code one} is the time of all requests of the one client, with
 * their number, and {@code rate} the same for each client while all request. {@code server} is the
 * sum of the times from the arrival of a request at a server to its delivery there, with their
 * number, while all clients request.
 */
public final class RequestSeries {
  private static final long GRACE_NANOS = 120_000_000_000L;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long LINGER_MILLIS = 300;
  private static final int MAX_PROCESSES = 24;
  private static final int ARGUMENTS = 8;
  private static final String ONE = "one";
  private static final String ALL = "rate";

  /**
   * A part of a run.
   *
   * @param way who broadcasts
   * @param clients so many request
   * @param nanos how long it lasts
   * @param kind of the rows with the times of each client; empty if they do not count
   */
  private record Phase(RequestCase way, int clients, long nanos, String kind) {}

  /** What one client has measured in all phases of a kind and a case. */
  private static final class Measured {
    private final List<Long> nanos = new ArrayList<>();
    private long totalNanos;
  }

  private final Middleware middleware;
  private final ProtocolKind protocol;
  private final int servers;
  private final int clients;
  private final int size;
  private final List<Phase> phases;
  private final PhaseSignals signals;
  private final Rows rows;
  private final ArrivalTimes times = new ArrivalTimes();

  /** By the kind of the rows, which has the case at its end. */
  private final Map<String, Measured> measured = new TreeMap<>();

  private RequestSeries(
      Middleware middleware, ProtocolKind protocol, int servers, int size, List<Phase> phases) {
    this.protocol = protocol;
    this.servers = servers;
    this.clients = middleware.group().size() - servers;
    this.size = size;
    this.phases = phases;
    this.signals = new PhaseSignals(middleware);
    this.rows = new Rows(middleware.group().self());
    this.middleware = new FilteredMiddleware(middleware, this::takes);
  }

  /**
   * Runs a process, and ends the program: with code 2 if the arguments are wrong, with code 1 if
   * the group cannot be joined or breaks.
   */
  public static void main(String[] arguments) throws InterruptedException {
    Program.runAndExit(RequestSeries::run, arguments);
  }

  /** Runs a process until all processes have ended. */
  static void run(List<String> arguments, PrintStream out)
      throws IOException, InterruptedException {
    if (arguments.size() != ARGUMENTS) {
      throw new IllegalArgumentException(
          "%s arguments; use PROTOCOL MIDDLEWARE REGISTRY SERVERS CLIENTS SIZE WARM_MILLIS MILLIS"
              .formatted(arguments.size()));
    }
    ProtocolKind protocol = ProtocolKind.parse(arguments.get(0));
    int servers = OrderProcess.number("SERVERS", arguments.get(3), 1, MAX_PROCESSES - 1);
    int clients = OrderProcess.number("CLIENTS", arguments.get(4), 1, MAX_PROCESSES - servers);
    int size = OrderProcess.number("SIZE", arguments.get(5), 0, RequestClient.MAX_CONTENT_BYTES);
    long warmNanos = Program.nanosOfMillis("WARM_MILLIS", arguments.get(6));
    long nanos = Program.nanosOfMillis("MILLIS", arguments.get(7));
    List<Phase> phases = phases(clients, warmNanos, nanos);
    int all = servers + clients;
    try (Middleware middleware = Middlewares.join(arguments.get(1), arguments.get(2), all)) {
      RequestSeries series = new RequestSeries(middleware, protocol, servers, size, phases);
      if (middleware.group().self() < servers) {
        series.serve();
      } else {
        series.request();
      }
      series.rows.print(out);
    }
  }

  private static List<Phase> phases(int clients, long warmNanos, long nanos) {
    List<Phase> phases = new ArrayList<>();
    for (RequestCase way : RequestCase.values()) {
      phases.add(new Phase(way, clients, OrderSeries.FIRST_WARM * warmNanos, ""));
    }
    phases.addAll(measuredPhases(1, nanos, ONE));
    phases.addAll(measuredPhases(clients, nanos, ALL));
    return phases;
  }

  private static List<Phase> measuredPhases(int clients, long nanos, String kind) {
    Phase half = new Phase(RequestCase.A, clients, nanos / 2, kind);
    return List.of(half, new Phase(RequestCase.B, clients, nanos, kind), half);
  }

  private boolean takes(int from, Bytes message) {
    if (signals.takes(message)) {
      return true;
    }
    if (from >= servers) {
      times.arrived(from, message);
    }
    return false;
  }

  private int next() throws IOException, InterruptedException {
    return signals.await(GRACE_NANOS + 2 * phases.stream().mapToLong(Phase::nanos).max().orElse(0));
  }

  private void serve() throws IOException, InterruptedException {
    RequestServer server =
        RequestServer.start(
            protocol,
            middleware,
            servers,
            request -> {
              times.delivered(request);
              return request.content();
            });
    try (server) {
      for (int phase = next(); phase != PhaseSignals.END; phase = next()) {
        times.setMeasuring(phases.get(phase).kind().equals(ALL));
      }
      Thread.sleep(LINGER_MILLIS);
    }
    for (RequestCase way : RequestCase.values()) {
      ArrivalTimes.Total total = times.total(way);
      if (total.count() > 0) {
        rows.add(kind("server", way), size, total.count(), total.nanos());
      }
    }
  }

  private void request() throws IOException, InterruptedException {
    try (RequestClient client = RequestClient.start(protocol, middleware, servers, TIMEOUT)) {
      if (middleware.group().self() == servers) {
        lead(client);
      } else {
        follow(client);
      }
      Thread.sleep(LINGER_MILLIS); // What was sent last may be under way.
    }
    measured.forEach(this::addRows);
  }

  private void addRows(String kind, Measured all) {
    rows.add(kind, size, all.nanos.size(), all.totalNanos);
    if (kind.startsWith(ONE)) {
      rows.some(kind.replace(ONE, "request"), size, all.nanos.stream().sorted().toList());
    }
  }

  /** The first client tells the others when a phase begins, and waits until they have ended it. */
  private void lead(RequestClient client) throws IOException, InterruptedException {
    client.ask(0, content()); // The servers are there, and have a leader if they need one.
    for (int phase = 0; phase < phases.size(); phase++) {
      signals.tellOthers(phase);
      run(client, phases.get(phase));
      for (int i = 1; i < clients; i++) {
        next();
      }
    }
    signals.tellOthers(PhaseSignals.END);
  }

  private void follow(RequestClient client) throws IOException, InterruptedException {
    for (int phase = next(); phase != PhaseSignals.END; phase = next()) {
      run(client, phases.get(phase));
      signals.tell(servers, phase);
    }
  }

  private void run(RequestClient client, Phase phase) throws IOException, InterruptedException {
    int number = middleware.group().self() - servers;
    if (number >= phase.clients()) {
      return;
    }
    List<Long> nanos = new ArrayList<>();
    long most = Math.max(1, OrderSeries.MAX_PHASE_BYTES / Math.max(1, size));
    long start = System.nanoTime();
    long last = start;
    while (last - start < phase.nanos() && nanos.size() < most) {
      request(client, phase, phase.clients() == 1 ? nanos.size() : number);
      long now = System.nanoTime();
      nanos.add(now - last);
      last = now;
    }
    if (!phase.kind().isEmpty()) {
      String kind = kind(phase.kind(), phase.way());
      Measured all = measured.computeIfAbsent(kind, it -> new Measured());
      all.nanos.addAll(nanos);
      all.totalNanos += last - start;
    }
  }

  private void request(RequestClient client, Phase phase, int number)
      throws IOException, InterruptedException {
    switch (phase.way()) {
      case A -> client.broadcast(content());
      case B -> client.ask(number % servers, content());
    }
  }

  private Bytes content() {
    return Bytes.wrap(new byte[size]);
  }

  private static String kind(String kind, RequestCase way) {
    return kind + way.name().toLowerCase(Locale.ROOT);
  }
}
