package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.systemtests.Fault;
import dev.flotilla.systemtests.Faults;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.Operation;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One history of recipes: a new group of three servers, clients, and every kind of fault in each
 * round. Leases last an hour, so that none ends: what a client holds, it holds until it releases
 * it.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the history takes.
 */
final class RecipeRecording implements AutoCloseable {
  private static final int SERVERS = 3;
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration LAST_CALL_TIMEOUT = Duration.ofSeconds(60);
  private static final long END_SECONDS = 60;

  /**
   * What the history is to be.
   *
   * @param rounds how often each fault is injected
   * @param operations how many there must be at the least
   */
  record Wanted(
      Path directory, long seed, int rounds, long operations, int clients, Planted.Fault planted) {}

  private final Wanted wanted;
  private final ChildProcesses processes;
  private final History history;
  private final RecipeWorkload.Names names = new RecipeWorkload.Names();
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<ServerUnderTest> servers = new ArrayList<>();
  private final List<FlotillaClient<RecipeCommand, RecipeAnswer>> clients = new ArrayList<>();
  private final List<RecordingClient<RecipeStep, RecipeSeen>> recording = new ArrayList<>();

  private RecipeRecording(Wanted wanted, ChildProcesses processes, History history) {
    this.wanted = wanted;
    this.processes = processes;
    this.history = history;
  }

  /** Records one history; the result is what to print. */
  static String record(Wanted wanted) throws Exception {
    Files.createDirectories(wanted.directory());
    Path file = wanted.directory().resolve("history.jsonl");
    String name = "recipes, planted " + wanted.planted() + ", " + wanted.rounds() + " rounds";
    try (ChildProcesses processes = ChildProcesses.open(wanted.directory());
        History history = History.begin(file, "recipes", name, wanted.seed());
        RecipeRecording recording = new RecipeRecording(wanted, processes, history)) {
      return recording.run();
    }
  }

  private String run() throws Exception {
    Group<RecipeCommand, RecipeAnswer> group = Recipes.group("recipes-" + UUID.randomUUID());
    Random random = new Random(wanted.seed());
    startServers(group.name());
    ServerGroup servedBy = new ServerGroup(servers, history);
    Faults faults = new Faults(servedBy, history, random);
    servedBy.awaitLeader();
    for (int i = 0; i < wanted.clients(); i++) {
      startClient(group, random.nextLong());
    }
    for (int round = 0; round < wanted.rounds(); round++) {
      List<Fault> order = new ArrayList<>(List.of(Fault.values()));
      Collections.shuffle(order, random);
      for (Fault fault : order) {
        faults.inject(fault);
      }
    }
    faults.awaitOperations(wanted.operations());
    for (RecordingClient<RecipeStep, RecipeSeen> each : recording) {
      each.stop().get(END_SECONDS, TimeUnit.SECONDS);
    }
    readEverythingOnce(group);
    return "%s operations (%s executed, %s rejected, %s refused, %s unknown)"
        .formatted(
            history.count(),
            history.count(Operation.Outcome.DONE),
            history.count(Operation.Outcome.REJECTED),
            history.count(Operation.Outcome.REFUSED),
            history.count(Operation.Outcome.UNKNOWN));
  }

  private void startServers(String group) throws IOException {
    String classPath = JavaProgram.classPathOf(RecipeServer.class);
    for (int i = 1; i <= SERVERS; i++) {
      String name = "server-" + i;
      JavaProgram program =
          new JavaProgram(
              classPath,
              RecipeServer.class.getName(),
              List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData"),
              List.of(
                  group,
                  Integer.toString(SERVERS),
                  wanted.directory().resolve(name).toString(),
                  wanted.planted().name()));
      servers.add(ServerUnderTest.start(processes, name, program));
    }
  }

  private void startClient(Group<RecipeCommand, RecipeAnswer> group, long seed) throws IOException {
    FlotillaClient<RecipeCommand, RecipeAnswer> client =
        group.client().timeout(CALL_TIMEOUT).connect();
    clients.add(client);
    RecipeAnswer opened =
        client.execute(new RecipeCommand.Open(RecipesState.MAX_TTL_MILLIS), LAST_CALL_TIMEOUT);
    long owner = ((RecipeResult.Opened) opened.result()).owner();
    RecordingClient<RecipeStep, RecipeSeen> one =
        new RecordingClient<>(
            asked(client),
            new RecipeWorkload(names, owner),
            history,
            new Random(seed),
            numbers::getAndIncrement);
    recording.add(one);
    one.start();
  }

  private static RecordingClient.Asked<RecipeStep, RecipeSeen> asked(
      FlotillaClient<RecipeCommand, RecipeAnswer> client) {
    return new RecordingClient.Asked<>() {
      @Override
      public CompletionStage<Outcome<RecipeSeen>> ask(RecipeStep step) {
        return client.submit(step.command()).thenApply(RecipeSeen::of);
      }

      @Override
      public CompletionStage<Outcome<RecipeSeen>> askAgain(RecipeStep step, String uid) {
        return client.submitAgain(step.command(), uid).thenApply(RecipeSeen::of);
      }
    };
  }

  /** So that nothing that was lost stays unseen because nobody looked at it again. */
  private void readEverythingOnce(Group<RecipeCommand, RecipeAnswer> group) throws IOException {
    try (FlotillaClient<RecipeCommand, RecipeAnswer> last =
        group.client().timeout(LAST_CALL_TIMEOUT).connect()) {
      int number = numbers.getAndIncrement();
      for (String counter : names.counters().all()) {
        add(last, number, RecipeWorkload.read(counter));
      }
      for (String queue : names.queues().all()) {
        boolean isEmpty = false;
        while (!isEmpty) {
          Outcome<RecipeSeen> end = add(last, number, RecipeWorkload.poll(queue));
          isEmpty =
              !(end instanceof Outcome.Done<RecipeSeen> done) || done.result().result().isEmpty();
        }
      }
    }
  }

  private Outcome<RecipeSeen> add(
      FlotillaClient<RecipeCommand, RecipeAnswer> client, int number, RecipeStep step)
      throws IOException {
    long called = System.nanoTime();
    CompletableFuture<Outcome<RecipeSeen>> asked = asked(client).ask(step).toCompletableFuture();
    Outcome<RecipeSeen> end = asked.join();
    history.add(Operation.of(number, step, called, System.nanoTime(), end));
    if (end instanceof Outcome.Refused || end instanceof Outcome.Unknown) {
      throw new IOException("nobody answers although nothing is broken: " + end);
    }
    return end;
  }

  @Override
  public void close() {
    clients.forEach(FlotillaClient::close);
  }
}
