package dev.flotilla.systemtests;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.client.RefusalReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One history: a new group of three servers, clients, and every kind of fault in each round.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the history takes.
 */
final class Recording implements AutoCloseable {
  private static final int SERVERS = 3;
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final int FINAL_ATTEMPTS = 10;
  private static final long END_SECONDS = 30;

  private final RecordOptions options;
  private final ChildProcesses processes;
  private final History history;
  private final Workload workload = new Workload();
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<ServerUnderTest> servers = new ArrayList<>();
  private final List<FlotillaClient<ListCommand, ListContents>> clients = new ArrayList<>();
  private final List<RecordingClient<ListCommand, ListContents>> recording = new ArrayList<>();

  private Recording(RecordOptions options, ChildProcesses processes, History history) {
    this.options = options;
    this.processes = processes;
    this.history = history;
  }

  /** Records one history; the result is what to print. */
  static String record(RecordOptions options) throws Exception {
    Files.createDirectories(options.directory());
    Path file = options.directory().resolve("history.jsonl");
    String name = "reads by " + options.reads() + ", " + options.rounds() + " rounds of faults";
    try (ChildProcesses processes = ChildProcesses.open(options.directory());
        History history = History.begin(file, "list", name, options.seed());
        Recording recording = new Recording(options, processes, history)) {
      return recording.run();
    }
  }

  private String run() throws Exception {
    long began = System.nanoTime();
    Group<ListCommand, ListContents> group = Lists.group("lists-" + UUID.randomUUID());
    Random random = new Random(options.seed());
    startServers(group.name());
    ServerGroup servedBy = new ServerGroup(servers, history);
    Faults faults = new Faults(servedBy, history, random);
    servedBy.awaitLeader();
    for (int i = 0; i < options.clients(); i++) {
      startClient(group, random.nextLong());
    }
    Map<Fault, Integer> injected = injectAll(faults, random);
    faults.awaitOperations(options.operations());
    stopClients();
    readEverythingOnce();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    return "%s operations (%s executed, %s rejected, %s refused, %s unknown) in %s s; faults %s"
        .formatted(
            history.count(),
            history.count(Operation.Outcome.DONE),
            history.count(Operation.Outcome.REJECTED),
            history.count(Operation.Outcome.REFUSED),
            history.count(Operation.Outcome.UNKNOWN),
            seconds,
            injected);
  }

  private void startServers(String group) throws IOException {
    String classPath = JavaProgram.classPathOf(ListServer.class);
    for (int i = 1; i <= SERVERS; i++) {
      String name = "server-" + i;
      String data = options.directory().resolve(name).toString();
      JavaProgram program =
          new JavaProgram(
              classPath,
              ListServer.class.getName(),
              List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData"),
              List.of(group, Integer.toString(SERVERS), data));
      servers.add(ServerUnderTest.start(processes, name, program));
    }
  }

  private void startClient(Group<ListCommand, ListContents> group, long seed) throws IOException {
    FlotillaClient<ListCommand, ListContents> client =
        group.client().timeout(CALL_TIMEOUT).connect();
    clients.add(client);
    Random random = new Random(seed);
    RecordingClient.Asked<ListCommand, ListContents> asked =
        switch (options.reads()) {
          case GROUP -> group(client);
          case ANY_SERVER -> anyServer(client, random);
        };
    RecordingClient<ListCommand, ListContents> one =
        new RecordingClient<>(asked, workload, history, random, numbers::getAndIncrement);
    recording.add(one);
    one.start();
  }

  private static RecordingClient.Asked<ListCommand, ListContents> group(
      FlotillaClient<ListCommand, ListContents> client) {
    return new RecordingClient.Asked<>() {
      @Override
      public CompletionStage<Outcome<ListContents>> ask(ListCommand command) {
        return client.submit(command);
      }

      @Override
      public CompletionStage<Outcome<ListContents>> askAgain(ListCommand command, String uid) {
        return client.submitAgain(command, uid);
      }
    };
  }

  private RecordingClient.Asked<ListCommand, ListContents> anyServer(
      FlotillaClient<ListCommand, ListContents> client, Random random) {
    return new RecordingClient.Asked<>() {
      @Override
      public CompletionStage<Outcome<ListContents>> ask(ListCommand command) {
        return command instanceof ListCommand.Get query
            ? readLocally(random.nextInt(SERVERS), query)
            : client.submit(command);
      }

      @Override
      public CompletionStage<Outcome<ListContents>> askAgain(ListCommand command, String uid) {
        return client.submitAgain(command, uid);
      }
    };
  }

  /** What one server has applied, which may be any number of commands behind. */
  private CompletableFuture<Outcome<ListContents>> readLocally(int server, ListCommand.Get query) {
    return servers
        .get(server)
        .read(query.key())
        .toCompletableFuture()
        .orTimeout(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .<Outcome<ListContents>>handle(
            (text, failure) ->
                failure == null
                    ? new Outcome.Done<>(new ListContents(numbersIn(text)))
                    : new Outcome.Refused<>(
                        RefusalReason.NO_SERVER, String.valueOf(failure.getMessage())));
  }

  private static List<Long> numbersIn(String text) {
    return Arrays.stream(text.split(" ", -1))
        .filter(number -> !number.isEmpty())
        .map(Long::valueOf)
        .toList();
  }

  private Map<Fault, Integer> injectAll(Faults faults, Random random) throws Exception {
    Map<Fault, Integer> injected = new TreeMap<>();
    for (int round = 0; round < options.rounds(); round++) {
      List<Fault> order = new ArrayList<>(List.of(Fault.values()));
      Collections.shuffle(order, random);
      for (Fault fault : order) {
        faults.inject(fault);
        injected.merge(fault, 1, Integer::sum);
      }
    }
    return injected;
  }

  private void stopClients() throws Exception {
    List<CompletableFuture<Void>> ends = recording.stream().map(RecordingClient::stop).toList();
    for (CompletableFuture<Void> end : ends) {
      end.get(END_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** So that nothing that was lost from a list stays unseen because nobody looked at it again. */
  private void readEverythingOnce() throws IOException {
    int number = numbers.getAndIncrement();
    for (String key : workload.keys()) {
      ListCommand.Get query = new ListCommand.Get(key);
      Operation read;
      int attempts = 0;
      do {
        if (attempts++ == FINAL_ATTEMPTS) {
          throw new IOException("nobody answers a read of " + key + " although nothing is broken");
        }
        long called = System.nanoTime();
        Outcome<ListContents> end = clients.get(0).submit(query).toCompletableFuture().join();
        read = Operation.of(number, query, called, System.nanoTime(), end);
        history.add(read);
      } while (read.outcome() != Operation.Outcome.DONE);
    }
  }

  @Override
  public void close() {
    clients.forEach(FlotillaClient::close);
  }
}
