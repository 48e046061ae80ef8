package dev.flotilla.systemtests.recipes;

import dev.flotilla.CommandContext;
import dev.flotilla.EndedSession;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.ServerBuilder;
import dev.flotilla.StateImage;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.systemtests.ServerProgram;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Recipes with a fault that shows now and then, on every server alike: a history must show it. */
final class Planted implements RestorableState<RecipeCommand, RecipeAnswer> {
  /** What is wrong. */
  enum Fault {
    /** Nothing. */
    NONE,
    /** A lock that is held is given to another, too. */
    LOCK,
    /** Somebody leads beside the leader. */
    ELECTION,
    /** Leases end too early. */
    LEASE,
    /** An item that was given is given again. */
    QUEUE,
    /** An addition is acknowledged and lost. */
    COUNTER,
    /** Nothing, in a map. */
    MAP,
    /** A lease of a map ends too early, as its client asks for less than it says. */
    MAP_LEASE,
    /** A transaction of a map does not look at its condition. */
    MAP_TRANSACTION;

    /** Whether the history is one of a map. */
    boolean isOfMaps() {
      return this == MAP || this == MAP_LEASE || this == MAP_TRANSACTION;
    }
  }

  /** So many commands show nothing for one that does. */
  private static final int SELDOM = 20;

  private static final long EARLY_MILLIS = 1_200;

  /** So that a history has snapshots, too. */
  private static final long SNAPSHOT_ENTRIES = 500;

  private final RecipesState state = new RecipesState();
  private final Fault fault;

  Planted(Fault fault) {
    this.fault = fault;
  }

  /** Runs a {@link ServerProgram} with recipes, or with a map; takes the name of a fault. */
  public static void main(String[] arguments) throws IOException {
    ServerProgram program = ServerProgram.of(arguments);
    Fault fault = Fault.valueOf(program.more().get(0));
    ServerBuilder builder =
        fault.isOfMaps()
            ? FlotillaServer.builder(new KeyValueStore())
            : Recipes.group(program.group()).server(new Planted(fault));
    program.serve(builder.refuseDamage().snapshotEvery(SNAPSHOT_ENTRIES, 1 << 30));
  }

  @Override
  public RecipeAnswer apply(RecipeCommand command, CommandContext context) throws Rejected {
    boolean isShown = context.index() % SELDOM == 0;
    if (isShown && fault == Fault.COUNTER && command instanceof RecipeCommand.Add add) {
      RecipeAnswer before = state.apply(new RecipeCommand.Add(add.counter(), 0), context);
      long sum = ((RecipeResult.Count) before.result()).value() + add.amount();
      return RecipeAnswer.of(new RecipeResult.Count(sum, true));
    }
    boolean isEarly = isShown && fault == Fault.LEASE;
    RecipeAnswer answer = state.apply(command, isEarly ? later(context) : context);
    if (isShown && fault == Fault.QUEUE && command instanceof RecipeCommand.Poll poll) {
      offerAgain(poll, answer, context);
    }
    return isShown && command instanceof RecipeCommand.Acquire acquire
        ? grantedTwice(acquire, answer, context)
        : answer;
  }

  private static CommandContext later(CommandContext context) {
    return new CommandContext(
        context.index(), context.timeMillis() + EARLY_MILLIS, context.session());
  }

  private void offerAgain(RecipeCommand.Poll poll, RecipeAnswer answer, CommandContext context)
      throws Rejected {
    RecipeResult.Item item = (RecipeResult.Item) answer.result();
    if (item.item().isPresent()) {
      RecipeAnswer unused =
          state.apply(new RecipeCommand.Offer(poll.queue(), item.item().get()), context);
    }
  }

  private RecipeAnswer grantedTwice(
      RecipeCommand.Acquire acquire, RecipeAnswer answer, CommandContext context) {
    boolean isMeant =
        (fault == Fault.LOCK && acquire.kind() == Kind.LOCK)
            || (fault == Fault.ELECTION && acquire.kind() == Kind.ELECTION);
    boolean isRefused =
        answer.result() instanceof RecipeResult.Claimed claimed
            && claimed.state() == RecipeResult.State.NONE;
    return isMeant && isRefused
        ? RecipeAnswer.of(
            new RecipeResult.Claimed(
                RecipeResult.State.HELD, context.index(), Optional.of(acquire.data())))
        : answer;
  }

  @Override
  public void sessionEnded(EndedSession end) {
    state.sessionEnded(end);
  }

  @Override
  public RecipeAnswer answer(RecipeCommand query) throws Rejected {
    return state.answer(query);
  }

  @Override
  public StateImage image() {
    return state.image();
  }

  @Override
  public void restore(InputStream source) throws IOException {
    state.restore(source);
  }
}
