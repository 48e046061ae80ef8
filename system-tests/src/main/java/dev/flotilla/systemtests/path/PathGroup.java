package dev.flotilla.systemtests.path;

import dev.flotilla.ClientBuilder;
import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.Query;
import dev.flotilla.ReplicatedState;
import dev.flotilla.ServerBuilder;
import dev.flotilla.server.metrics.MetricsServer;
import dev.flotilla.tcp.TcpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * The application whose methods are counted: a server of a group of three, or its clients, which
 * execute commands and then ask linearizable queries, one after another, with a mark around each.
 */
public final class PathGroup {
  private static final int FOUNDERS = 3;
  private static final int SETTLE_MILLIS = 2000;
  private static final int LOOK_MILLIS = 500;

  /** For the agents of all processes to write their counts. */
  private static final int MARK_MILLIS = 60;

  /** Set to make servers serve metrics, and clients leave time in which they are scraped. */
  private static final boolean IS_SCRAPED = Boolean.getBoolean("path.scraped");

  /** How long servers are idle without scrapes, and then with one each second. */
  static final int SCRAPED_SECONDS = 20;

  /** Long, so that a busy machine changes no leader while methods are counted. */
  private static final int MIN_ELECTION_MILLIS = 1500;

  private PathGroup() {}

  /** What the group executes and answers. */
  public sealed interface Order permits SetTarget, Look {}

  /** A command. */
  public record SetTarget(double celsius) implements Order {}

  /** A query. */
  public record Look() implements Order, Query {}

  /** The result of both. */
  public record Climate(double targetCelsius) {}

  private static final class Hall implements ReplicatedState<Order, Climate> {
    private Climate now = new Climate(19);

    @Override
    public Climate apply(Order order, CommandContext context) {
      if (order instanceof SetTarget set) {
        now = new Climate(set.celsius());
      }
      return now;
    }

    @Override
    public Climate answer(Order query) {
      return now;
    }
  }

  /**
   * Runs a server until it is killed, which prints its role twice a second, or clients.
   *
   * <p>Clients print a line {@code MARK PID MILLIS} with the processor time of each process that
   * the system property {@code path.processes} names, at each mark. With the system property {@code
   * path.tcp}, servers use the TCP transport.
   *
   * @param arguments {@code server GROUP DIRECTORY [KEYS]}, or {@code clients GROUP MARKS WARM_UP
   *     CALLS CLIENTS [KEYS]}
   */
  public static void main(String[] arguments) throws Exception {
    Group<Order, Climate> group = Group.named(arguments[1], Order.class, Climate.class);
    boolean isServer = arguments[0].equals("server");
    int keysAt = isServer ? 3 : 6;
    Optional<Path> keys =
        arguments.length > keysAt ? Optional.of(Path.of(arguments[keysAt])) : Optional.empty();
    if (isServer) {
      serve(group, Path.of(arguments[2]), keys);
    } else {
      Clients clients = new Clients(Path.of(arguments[2]), Integer.parseInt(arguments[4]));
      clients.connect(group, Integer.parseInt(arguments[5]), keys);
      try {
        clients.run(Integer.parseInt(arguments[3]));
        System.exit(0);
      } catch (ExecutionException e) {
        e.printStackTrace();
        System.exit(1);
      }
    }
  }

  private static void serve(Group<Order, Climate> group, Path directory, Optional<Path> keys)
      throws Exception {
    ServerBuilder builder =
        group
            .server(new Hall())
            .electionTimeout(
                Duration.ofMillis(MIN_ELECTION_MILLIS), Duration.ofMillis(2L * MIN_ELECTION_MILLIS))
            .expect(FOUNDERS)
            .directory(directory);
    keys.ifPresent(builder::keys);
    if (Boolean.getBoolean("path.tcp")) {
      Tcp.use(builder);
    }
    try (FlotillaServer server = builder.start()) {
      server.founded().toCompletableFuture().join();
      if (IS_SCRAPED) {
        MetricsServer metrics =
            MetricsServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                List.of(),
                server::metrics,
                server::health);
        Files.writeString(
            directory.resolveSibling(directory.getFileName() + ".url"), metrics.url() + "\n");
      }
      while (!server.stopped().toCompletableFuture().isDone()) {
        System.out.println(server.role());
        System.out.flush();
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  /** Apart, since another checkout that is measured need not have it. */
  private static final class Tcp {
    static void use(ServerBuilder builder) {
      builder.transport(new TcpTransport());
    }
  }

  private static final class Clients {
    private final Path marks;
    private final int calls;
    private final List<FlotillaClient<Order, Climate>> clients = new ArrayList<>();
    private int mark;

    Clients(Path marks, int calls) {
      this.marks = marks;
      this.calls = calls;
    }

    void connect(Group<Order, Climate> group, int number, Optional<Path> keys) throws Exception {
      for (int i = 0; i < number; i++) {
        ClientBuilder<Order, Climate> builder = group.client().timeout(Duration.ofMinutes(1));
        keys.ifPresent(builder::keys);
        clients.add(builder.connect());
      }
    }

    void run(int warmUp) throws Exception {
      ExecutorService threads = Executors.newFixedThreadPool(clients.size());
      execute(threads, warmUp, i -> i % 2 == 0 ? new SetTarget(i) : new Look());
      Thread.sleep(SETTLE_MILLIS);
      count(threads, SetTarget::new);
      count(threads, i -> new Look());
      if (IS_SCRAPED) {
        // The third mark of the reads begins the time without scrapes.
        Thread.sleep(SCRAPED_SECONDS * 1000L);
        mark();
        Thread.sleep(SCRAPED_SECONDS * 1000L);
        mark();
      }
    }

    /** Calls between two marks, and nothing for as long until a third. */
    private void count(ExecutorService threads, IntFunction<Order> order) throws Exception {
      mark();
      long beganNanos = System.nanoTime();
      execute(threads, calls, order);
      long tookMillis = (System.nanoTime() - beganNanos) / 1_000_000;
      Files.writeString(marks.resolve("took-" + mark), Long.toString(tookMillis));
      mark();
      Thread.sleep(tookMillis);
      mark();
    }

    /** Each client has an equal part of the calls, and makes one after another. */
    private void execute(ExecutorService threads, int number, IntFunction<Order> order)
        throws Exception {
      List<Future<?>> running = new ArrayList<>();
      for (FlotillaClient<Order, Climate> client : clients) {
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < number / clients.size(); i++) {
                    client.execute(order.apply(i));
                  }
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }

    private void mark() throws IOException, InterruptedException {
      Files.createFile(marks.resolve("mark-" + mark));
      for (String process : System.getProperty("path.processes", "").split(",", -1)) {
        if (!process.isEmpty()) {
          ProcessHandle.of(Long.parseLong(process))
              .flatMap(it -> it.info().totalCpuDuration())
              .ifPresent(it -> System.out.println(mark + " " + process + " " + it.toMillis()));
        }
      }
      mark++;
      Thread.sleep(MARK_MILLIS);
    }
  }
}
