package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.HistoryCommand;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.faults.FakedClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Records one history of recipes, or of a map on three key-value stores; ends with 0 when it is
 * complete, whatever it says. Before each fault the clock of the day of the leader jumps. Every
 * second client of recipes has leases that end after 1.5 s; what the others hold, they hold until
 * they release it. Pairs of keys of a map are set, set for 1.5 s, read and moved in transactions.
 */
@CommandLine.Command(
    name = "recipes",
    description = "Records locks, elections, queues and counters while servers are harmed.",
    mixinStandardHelpOptions = true)
final class RecipesCommand extends HistoryCommand {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration LAST_CALL_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration SHORT_LEASE = Duration.ofMillis(1_500);
  private static final Duration LONG_LEASE = Duration.ofMillis(RecipesState.MAX_TTL_MILLIS);
  private static final int MAX_JUMP_SECONDS = 600;
  private static final int MIN_JUMP_SECONDS = 120;

  @Option(names = "--planted", defaultValue = "NONE", description = "${COMPLETION-CANDIDATES}")
  private Planted.Fault planted = Planted.Fault.NONE;

  @Option(names = "--faketime", description = "The library that moves clocks; none: they stay.")
  private Optional<Path> faketime = Optional.empty();

  private List<FakedClock> clocks = List.of();
  private final List<Supplier<CompletableFuture<Void>>> lastLeases = new ArrayList<>();

  /** The program. */
  public static void main(String[] arguments) {
    run(new RecipesCommand(), arguments);
  }

  @Override
  protected String run() throws Exception {
    clocks = FakedClock.ofTheDay(faketime, directory());
    return record(
        planted.isOfMaps() ? "map" : "recipes",
        "planted " + planted + ", " + rounds() + " rounds",
        java(Planted.class).withArgument(planted.name()),
        FakedClock.environments(clocks),
        planted.isOfMaps() ? this::recordMap : this::recordRecipes);
  }

  private String recordMap(RecordedGroup recorded, Random random) throws Exception {
    MapClient.Names names = new MapClient.Names();
    ClientSettings settings =
        ClientSettings.of(recorded.servers().name()).withTimeout(CALL_TIMEOUT);
    for (int i = 0; i < clients(); i++) {
      GroupClient connection = closing(DpwsGroupClient.connect(settings));
      MapClient client = new MapClient(connection, names, planted, recorded.history());
      lastLeases.add(client::finish);
      recorded.start(
          new RecordingClient.Asked<>(client::ask, client::askAgain),
          client,
          new Random(random.nextLong()));
    }
    return summary(recorded, harm(recorded, random));
  }

  private String recordRecipes(RecordedGroup recorded, Random random) throws Exception {
    Group<RecipeCommand, RecipeAnswer> group = Recipes.group(recorded.servers().name());
    RecipeWorkload.Names names = new RecipeWorkload.Names();
    for (int i = 0; i < clients(); i++) {
      boolean isEnding = i % 2 == 0;
      RecipeClient client =
          new RecipeClient(
              closing(group.client().timeout(CALL_TIMEOUT).connect()),
              isEnding ? SHORT_LEASE : LONG_LEASE,
              isEnding,
              recorded.history());
      lastLeases.add(client::finish);
      recorded.start(
          new RecordingClient.Asked<>(client::ask, client::askAgain),
          new RecipeWorkload(names, i, isEnding),
          new Random(random.nextLong()));
    }
    String faults = harm(recorded, random);
    readEverythingOnce(
        closing(group.client().timeout(LAST_CALL_TIMEOUT).connect()), names, recorded.history());
    return summary(recorded, faults);
  }

  /** Waits for the ends of all leases, too. */
  private String harm(RecordedGroup recorded, Random random) throws Exception {
    String faults = harm(recorded, random, () -> jump(recorded, random));
    for (Supplier<CompletableFuture<Void>> last : lastLeases) {
      last.get().get(LAST_CALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }
    return faults;
  }

  private static String summary(RecordedGroup recorded, String faults) {
    return recorded.history().summary() + "; " + faults;
  }

  /** Moves the clock of the leader, on whose clocks leases might depend, by 2 to 10 minutes. */
  private void jump(RecordedGroup recorded, Random random)
      throws IOException, InterruptedException {
    int seconds = random.nextInt(MIN_JUMP_SECONDS, MAX_JUMP_SECONDS);
    int jump = random.nextBoolean() ? seconds : -seconds;
    if (!clocks.isEmpty()) {
      ServerUnderTest leader = recorded.servers().awaitLeader();
      long from = System.nanoTime();
      clocks.get(recorded.servers().servers().indexOf(leader)).set(leader, jump);
      recorded.history().addFault("clock", leader.name() + " by " + jump + " s", from);
    }
  }

  /** So that what was lost shows even if nobody looked at it again. */
  private static void readEverythingOnce(
      FlotillaClient<RecipeCommand, RecipeAnswer> last, RecipeWorkload.Names names, History history)
      throws IOException {
    int number = history.nextClient();
    for (String counter : names.counters().all()) {
      ask(last, history, number, RecipeWorkload.read(counter));
    }
    for (String queue : names.queues().all()) {
      Outcome<History.Answer> end;
      do {
        end = ask(last, history, number, RecipeWorkload.poll(queue));
      } while (end instanceof Outcome.Done<History.Answer> done
          && done.result().text().isPresent());
    }
  }

  private static Outcome<History.Answer> ask(
      FlotillaClient<RecipeCommand, RecipeAnswer> client,
      History history,
      int number,
      RecipeStep step)
      throws IOException {
    long called = System.nanoTime();
    Outcome<History.Answer> end = step.seen(client.submit(step.command()).join());
    history.add(number, step, called, end);
    if (end instanceof Outcome.Refused || end instanceof Outcome.Unknown) {
      throw new IOException("nobody answers although nothing is broken: " + end);
    }
    return end;
  }
}
