package dev.flotilla.recipes.state;

import dev.flotilla.Group;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.kit.Conformance;
import dev.flotilla.kit.Operation;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipes keep the contract of state machines, with sessions that end and owners that expire.
 */
class RecipesConformanceTest {
  private static final CommandCodec<RecipeCommand> CODEC =
      RecordCodec.forCommands(RecipeCommand.class);
  private static final List<String> NAMES = List.of("a", "b");

  private final Group<RecipeCommand, RecipeAnswer> recipes = RecipesState.group("recipes");

  @Test
  void theRecipesConform(@TempDir Path directory) throws IOException {
    Conformance.of(() -> recipes.machine(new RecipesState()))
        .commands(RecipesConformanceTest::draw)
        .probes(probes())
        .inMemory()
        .inSessions()
        .canonicalSnapshots()
        .check(directory)
        .assertConforms();
  }

  private Bytes[] probes() {
    List<Bytes> probes = new ArrayList<>();
    for (String name : NAMES) {
      for (Kind kind : Kind.values()) {
        RecipeCommand probe =
            kind.isClaimed()
                ? new RecipeCommand.Look(kind, name)
                : new RecipeCommand.Value(kind, name);
        probes.add(recipes.question(probe));
      }
    }
    return probes.toArray(Bytes[]::new);
  }

  /** Owners have the index of their command as id: small numbers are often right. */
  private static Operation draw(RandomGenerator random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    long owner = 1 + random.nextInt(60);
    ClaimId id = new ClaimId(owner, random.nextInt(3));
    RecipeCommand command =
        switch (random.nextInt(29)) {
          case 14, 15, 16, 0, 1, 2 -> new RecipeCommand.Open(100 + random.nextInt(20_000));
          case 3 -> new RecipeCommand.Keep(owner);
          case 4 -> new RecipeCommand.Close(owner);
          case 5, 6, 7, 8 -> acquire(random, name, id);
          case 9 -> new RecipeCommand.Release(id);
          case 10 -> new RecipeCommand.Consume(id);
          case 11 -> new RecipeCommand.Offer(name, Bytes.utf8("item " + random.nextInt(100)));
          case 12 -> new RecipeCommand.Poll(name);
          case 17 -> new RecipeCommand.RaiseTokens(random.nextInt(60));
          default -> number(random, name);
        };
    return new Operation(CODEC.nameOf(command), CODEC.parametersOf(command));
  }

  private static RecipeCommand acquire(RandomGenerator random, String name, ClaimId id) {
    Kind kind = Kind.values()[random.nextInt(Kind.BARRIER.ordinal() + 1)];
    int capacity = kind.capacity().orElse(2);
    int half = kind == Kind.LOCK ? capacity / 2 : 1;
    int permits = capacity == 1 ? 1 : half * (1 + random.nextInt(2));
    Bytes data = Bytes.utf8("data " + random.nextInt(100));
    return new RecipeCommand.Acquire(id, kind, name, capacity, permits, random.nextBoolean(), data);
  }

  private static RecipeCommand number(RandomGenerator random, String name) {
    return switch (random.nextInt(5)) {
      case 0 -> new RecipeCommand.Add(name, random.nextInt(10) - 5L);
      case 1 -> new RecipeCommand.Exchange(name, random.nextInt(5), random.nextInt(5));
      case 2 -> new RecipeCommand.Assign(name, random.nextInt(5));
      case 3 -> new RecipeCommand.CountDown(name, 1 + random.nextInt(5));
      default -> new RecipeCommand.Reset(name);
    };
  }
}
