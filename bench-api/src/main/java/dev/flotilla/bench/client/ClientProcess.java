package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.BenchClients;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The client process's side of the conversation with the harness: one line asks, one line answers.
 *
 * <pre>
 * connect N              exactly N clients are connected            ok
 * iterate COUNT TRIM MS  each client inserts COUNT commands          result ...
 * sizes KEY VALUE        keys and values of commands have so many bytes  ok
 * read COUNT TRIM MS     each client reads COUNT of its own values  result ...
 * record COUNT READERS MS FILE  all but the last READERS clients insert COUNT commands, while
 *                        those read; all goes to a history    result ...
 * load                   all clients insert until further notice     ok
 * pace RATE              all clients insert so many commands a second  ok
 * window MILLIS          waits until the window is so long, cuts it  result ...
 * stop                   ends the load                               ok
 * </pre>
 *
 * <p>While clients iterate, {@code progress ACKNOWLEDGED} comes at the start and then every MS
 * milliseconds, before the answer; never if MS is 0.
 *
 * <p>What cannot be done is answered {@code failed MESSAGE}. The end of the input ends the process,
 * so it never outlives the harness.
 *
 * <p><b>Thread.</b> {@link #serve} stays on the calling thread until the input ends.
 */
public final class ClientProcess {
  static final String OK = "ok";
  static final String RESULT = "result ";
  static final String FAILED = "failed ";
  static final String PROGRESS = "progress ";

  private final BenchClients factory;
  private final String connection;
  private final PrintStream out;
  private final Consumer<Exception> failures;
  private final List<BenchClient> clients = new ArrayList<>();
  private IntFunction<Workload> newWorkload = any -> new Workload();
  private final Map<Integer, Workload> workloads = new HashMap<>();
  private List<Loop> loops = List.of();
  private @Nullable ScheduledExecutorService pacemaker;
  private @Nullable SteadyLoad load;

  /** Makes a loop of commands, or of reads. */
  @FunctionalInterface
  private interface LoopKind {
    ClosedLoop loop(BenchClient client, Workload workload, Tally tally);
  }

  private ClientProcess(
      BenchClients factory, String connection, PrintStream out, Consumer<Exception> failures) {
    this.factory = factory;
    this.connection = connection;
    this.out = out;
    this.failures = failures;
  }

  /**
   * Answers requests until the input ends.
   *
   * <p>A program's {@code main} calls this with its standard input and output, after it has sent
   * what libraries print elsewhere, and ends the JVM when it returns.
   *
   * @param factory connects the clients
   * @param connection what the harness gave as the program's last argument
   * @param failures told of what is answered {@code failed}, for the program's log
   * @throws IOException if the input cannot be read
   */
  public static void serve(
      BenchClients factory,
      String connection,
      InputStream requests,
      OutputStream replies,
      Consumer<Exception> failures)
      throws IOException {
    try (BufferedReader in =
            new BufferedReader(new InputStreamReader(requests, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(replies, true, StandardCharsets.UTF_8)) {
      ClientProcess process =
          new ClientProcess(SharedClient.orOwn(factory), connection, out, failures);
      try {
        process.answerAll(in);
      } finally {
        process.resize(0);
      }
    }
  }

  /** A client process whose clients are all one object of the client library. */
  public static JavaProgram sharing(JavaProgram client) {
    return client.withJvmOption("-D" + SharedClient.PROPERTY + "=true");
  }

  private void answerAll(BufferedReader in) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(answer(line));
    }
  }

  private String answer(String request) {
    try {
      return answer(request.split(" ", -1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED + "interrupted";
    } catch (IOException | RuntimeException e) {
      failures.accept(e);
      return FAILED + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }

  private String answer(String[] words) throws IOException, InterruptedException {
    return switch (words[0]) {
      case "connect" -> resize(Integer.parseInt(words[1]));
      case "iterate" -> iterate(words, ClosedLoop::new);
      case "read" -> iterate(words, ClosedLoop::ofReads);
      case "sizes" -> sizes(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      case "record" -> record(words);
      case "load" -> startLoad();
      case "pace" -> startPace(Integer.parseInt(words[1]));
      case "window" -> window(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[1])));
      case "stop" -> stopLoad();
      default -> throw new IOException("unknown request " + words[0]);
    };
  }

  private String resize(int count) throws IOException {
    while (clients.size() > count) {
      clients.remove(clients.size() - 1).close();
    }
    try {
      while (clients.size() < count) {
        clients.add(factory.connect(connection));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connecting", e);
    }
    return OK;
  }

  private String sizes(int keyBytes, int valueBytes) {
    newWorkload = client -> new Workload(client, keyBytes, valueBytes);
    workloads.clear();
    return OK;
  }

  private String iterate(String[] words, LoopKind kind) throws InterruptedException {
    int trim = Integer.parseInt(words[2]);
    long everyMillis = Long.parseLong(words[3]);
    Iteration iteration = new Iteration(clients.size(), Integer.parseInt(words[1]));
    long began = start(iteration.tallies(), kind);
    if (everyMillis > 0) {
      out.println(PROGRESS + 0);
    }
    iteration.await(loops, everyMillis, acknowledged -> out.println(PROGRESS + acknowledged));
    long ended = System.nanoTime();
    loops = List.of();
    return RESULT + iteration.result(began, ended, trim).encode();
  }

  private String record(String[] words) throws IOException, InterruptedException {
    int writers = clients.size() - Integer.parseInt(words[2]);
    Path file = Path.of(String.join(" ", Arrays.asList(words).subList(4, words.length)));
    RecordedIteration recorded =
        new RecordedIteration(
            clients.subList(0, Math.max(0, writers)),
            clients.subList(Math.max(0, writers), clients.size()),
            Integer.parseInt(words[1]));
    IterationResult result =
        recorded.run(
            file, Long.parseLong(words[3]), acknowledged -> out.println(PROGRESS + acknowledged));
    return RESULT + result.encode();
  }

  private String startLoad() throws InterruptedException {
    SteadyLoad started = new SteadyLoad();
    load = started;
    start(clients.stream().map(any -> started).toList(), ClosedLoop::new);
    return OK;
  }

  private String startPace(int rate) {
    SteadyLoad started = new SteadyLoad();
    ScheduledExecutorService scheduler =
        Executors.newSingleThreadScheduledExecutor(ClientProcess::pacemakerThread);
    long between = TimeUnit.SECONDS.toNanos(1) / rate;
    List<Loop> paced = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      long distance = between * clients.size();
      paced.add(new PacedLoop(clients.get(i), started, scheduler, distance, between * i));
    }
    load = started;
    loops = paced;
    pacemaker = scheduler;
    paced.forEach(Loop::run);
    return OK;
  }

  private static Thread pacemakerThread(Runnable work) {
    Thread thread = new Thread(work, "pacemaker");
    thread.setDaemon(true);
    return thread;
  }

  private String window(long nanos) throws IOException, InterruptedException {
    SteadyLoad running = load;
    if (running == null) {
      throw new IOException("window without load");
    }
    TimeUnit.NANOSECONDS.sleep(nanos - running.windowNanos());
    return RESULT + running.cutWindow().encode();
  }

  private String stopLoad() throws IOException, InterruptedException {
    if (load != null) {
      load.stop();
      load = null;
      StartingShot.await(loops, "a client waits for an answer for more than 60 s");
      loops = List.of();
    }
    if (pacemaker != null) {
      pacemaker.shutdownNow();
      pacemaker = null;
    }
    return OK;
  }

  /** Starts all loops at one moment, which it returns. */
  private long start(List<? extends Tally> tallies, LoopKind kind) throws InterruptedException {
    List<Loop> started = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      Workload workload = workloads.computeIfAbsent(i, newWorkload::apply);
      started.add(kind.loop(clients.get(i), workload, tallies.get(i)));
    }
    loops = started;
    return StartingShot.fire(started);
  }
}
