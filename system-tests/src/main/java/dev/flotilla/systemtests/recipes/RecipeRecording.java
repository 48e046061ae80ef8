package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.systemtests.Fault;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.HistoryOptions;
import dev.flotilla.systemtests.Operation;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.RecordingClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One history of recipes: a new group of three servers, clients, and every kind of fault in each
 * round; before each the clock of the day of one server jumps. Every second client has leases that
 * end after 1.5 s; what the others hold, they hold until they release it.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the history takes.
 */
final class RecipeRecording implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration LAST_CALL_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration SHORT_LEASE = Duration.ofMillis(1_500);
  private static final Duration LONG_LEASE = Duration.ofMillis(RecipesState.MAX_TTL_MILLIS);

  private final HistoryOptions options;
  private final History history;
  private final RecipeWorkload.Names names = new RecipeWorkload.Names();
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<FlotillaClient<RecipeCommand, RecipeAnswer>> connections = new ArrayList<>();
  private final List<RecipeClient> clients = new ArrayList<>();
  private final List<RecordingClient<RecipeStep, RecipeSeen>> recording = new ArrayList<>();

  private RecipeRecording(HistoryOptions options, History history) {
    this.options = options;
    this.history = history;
  }

  /**
   * Records one history; the result is what to print.
   *
   * @param faketime the library that moves clocks; null: they stay
   */
  static String record(HistoryOptions options, Planted.Fault planted, @Nullable Path faketime)
      throws Exception {
    Files.createDirectories(options.directory());
    Path file = options.directory().resolve("history.jsonl");
    String name = "planted " + planted + ", " + options.rounds() + " rounds";
    JumpingClocks clocks = JumpingClocks.of(faketime, options.directory());
    try (ChildProcesses processes = ChildProcesses.open(options.directory());
        History history =
            History.begin(file, planted.isOfMaps() ? "map" : "recipes", name, options.seed())) {
      return record(options, planted, processes, history, clocks);
    }
  }

  private static String record(
      HistoryOptions options,
      Planted.Fault planted,
      ChildProcesses processes,
      History history,
      JumpingClocks clocks)
      throws Exception {
    if (planted.isOfMaps()) {
      try (MapRecording map = new MapRecording(options, planted, history)) {
        return map.run(processes, clocks);
      }
    }
    try (RecipeRecording recipes = new RecipeRecording(options, history)) {
      return recipes.run(processes, planted, clocks);
    }
  }

  private String run(ChildProcesses processes, Planted.Fault planted, JumpingClocks clocks)
      throws Exception {
    Group<RecipeCommand, RecipeAnswer> group = Recipes.group("recipes-" + UUID.randomUUID());
    Random random = new Random(options.seed());
    RecordedGroup harmed =
        new RecordedGroup(
            options,
            processes,
            history,
            RecipeServer.class,
            group.name(),
            List.of(planted.name()),
            clocks.environments());
    for (int i = 0; i < options.clients(); i++) {
      startClient(group, i, random.nextLong());
    }
    Map<Fault, Integer> injected =
        harmed.harm(random, recording, servers -> clocks.jump(servers, history, random));
    for (RecipeClient each : clients) {
      each.finish().get(LAST_CALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }
    readEverythingOnce(group);
    return "%s; faults %s".formatted(harmed.summary(), injected);
  }

  private void startClient(Group<RecipeCommand, RecipeAnswer> group, int number, long seed)
      throws IOException {
    FlotillaClient<RecipeCommand, RecipeAnswer> connection =
        group.client().timeout(CALL_TIMEOUT).connect();
    connections.add(connection);
    boolean isEnding = number % 2 == 0;
    RecipeClient client =
        new RecipeClient(
            connection,
            isEnding ? SHORT_LEASE : LONG_LEASE,
            isEnding,
            history,
            numbers::getAndIncrement);
    clients.add(client);
    RecordingClient<RecipeStep, RecipeSeen> one =
        new RecordingClient<>(
            client,
            new RecipeWorkload(names, number, isEnding),
            history,
            new Random(seed),
            numbers::getAndIncrement);
    recording.add(one);
    one.start();
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
    Outcome<RecipeSeen> end = RecipeSeen.of(step, client.submit(step.command()).join());
    history.add(Operation.of(number, step, called, System.nanoTime(), end));
    if (end instanceof Outcome.Refused || end instanceof Outcome.Unknown) {
      throw new IOException("nobody answers although nothing is broken: " + end);
    }
    return end;
  }

  @Override
  public void close() {
    connections.forEach(FlotillaClient::close);
  }
}
