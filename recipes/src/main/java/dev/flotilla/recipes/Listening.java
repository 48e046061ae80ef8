package dev.flotilla.recipes;

import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Delivers changes to a listener until it is closed. Any thread. */
public final class Listening implements AutoCloseable {
  private final Runnable end;

  private Listening(Runnable end) {
    this.end = end;
  }

  static Listening begin(
      RecipeSession session, Kind kind, String name, Consumer<List<RecipeResult.Holder>> told) {
    Consumer<List<RecipeResult.Holder>> changes = onlyChanges(told);
    return of(
        session, kind.key(name), () -> changes.accept(holders(session, kind, name)), () -> {});
  }

  /** Looks once, and after each change of what has the key, until this or the session closes. */
  static Listening of(RecipeSession session, String key, Runnable look, Runnable ended) {
    session.keepTime();
    return new Listening(session.grants().listen(key, look, ended));
  }

  /** Called by one thread. */
  private static <T> Consumer<T> onlyChanges(Consumer<T> told) {
    return new Consumer<>() {
      private @Nullable T last;

      @Override
      public void accept(T now) {
        if (!now.equals(last)) {
          last = now;
          told.accept(now);
        }
      }
    };
  }

  static List<RecipeResult.Holder> holders(RecipeSession session, Kind kind, String name) {
    RecipeResult result = session.repeatable(new RecipeCommand.Look(kind, name));
    return ((RecipeResult.Holders) result).holders();
  }

  /** Not told any more, but for a call that is under way. Idempotent. */
  @Override
  public void close() {
    end.run();
  }
}
