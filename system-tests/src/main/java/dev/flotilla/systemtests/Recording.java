package dev.flotilla.systemtests;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.bench.ChildProcesses;
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
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final int FINAL_ATTEMPTS = 10;

  private final HistoryOptions options;
  private final Reads reads;
  private final History history;
  private final Workload workload = new Workload();
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<FlotillaClient<ListCommand, ListContents>> clients = new ArrayList<>();
  private final List<RecordingClient<ListCommand, ListContents>> recording = new ArrayList<>();

  private Recording(HistoryOptions options, Reads reads, History history) {
    this.options = options;
    this.reads = reads;
    this.history = history;
  }

  /** Records one history; the result is what to print. */
  static String record(HistoryOptions options, Reads reads) throws Exception {
    Files.createDirectories(options.directory());
    Path file = options.directory().resolve("history.jsonl");
    String name = "reads by " + reads + ", " + options.rounds() + " rounds of faults";
    try (ChildProcesses processes = ChildProcesses.open(options.directory());
        History history = History.begin(file, "list", name, options.seed());
        Recording recording = new Recording(options, reads, history)) {
      return recording.run(processes);
    }
  }

  private String run(ChildProcesses processes) throws Exception {
    long began = System.nanoTime();
    Group<ListCommand, ListContents> group = Lists.group("lists-" + UUID.randomUUID());
    Random random = new Random(options.seed());
    RecordedGroup harmed =
        new RecordedGroup(
            options,
            processes,
            history,
            ListServer.class,
            group.name(),
            List.of(),
            Collections.nCopies(RecordedGroup.SERVERS, Map.of()));
    for (int i = 0; i < options.clients(); i++) {
      startClient(group, harmed.servers(), random.nextLong());
    }
    Map<Fault, Integer> injected = harmed.harm(random, recording, unused -> {});
    readEverythingOnce();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    return "%s in %s s; faults %s".formatted(harmed.summary(), seconds, injected);
  }

  private void startClient(
      Group<ListCommand, ListContents> group, List<ServerUnderTest> servers, long seed)
      throws IOException {
    FlotillaClient<ListCommand, ListContents> client =
        group.client().timeout(CALL_TIMEOUT).connect();
    clients.add(client);
    Random random = new Random(seed);
    RecordingClient.Asked<ListCommand, ListContents> asked =
        switch (reads) {
          case GROUP -> group(client);
          case ANY_SERVER -> anyServer(client, servers, random);
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

  private static RecordingClient.Asked<ListCommand, ListContents> anyServer(
      FlotillaClient<ListCommand, ListContents> client,
      List<ServerUnderTest> servers,
      Random random) {
    return new RecordingClient.Asked<>() {
      @Override
      public CompletionStage<Outcome<ListContents>> ask(ListCommand command) {
        return command instanceof ListCommand.Get query
            ? readLocally(servers.get(random.nextInt(servers.size())), query)
            : client.submit(command);
      }

      @Override
      public CompletionStage<Outcome<ListContents>> askAgain(ListCommand command, String uid) {
        return client.submitAgain(command, uid);
      }
    };
  }

  /** What one server has applied, which may be any number of commands behind. */
  private static CompletableFuture<Outcome<ListContents>> readLocally(
      ServerUnderTest server, ListCommand.Get query) {
    return server
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
