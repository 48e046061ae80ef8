package dev.flotilla.systemtests.recipes;

import dev.flotilla.Outcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.systemtests.History;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a client asks for, as the model {@code recipes} of histories has it.
 *
 * @param kind of what it concerns
 * @param key what it concerns
 * @param op its name in the history
 * @param value what it writes, or who acquires and releases, if anything
 * @param asked as the group takes it; null of a claim, which depends on its owner
 */
record RecipeStep(
    Kind kind, String key, String op, Optional<String> value, @Nullable RecipeCommand asked)
    implements History.Told {
  RecipeCommand command() {
    if (asked == null) {
      throw new IllegalStateException(op + " of " + key + " needs an owner");
    }
    return asked;
  }

  /** How many permits a claim takes, which are all that there are. */
  int capacity() {
    return kind == Kind.LOCK ? Kind.MAX_SHARING : 1;
  }

  /** The end of the lease with which it was acquired. */
  RecipeStep ended() {
    return new RecipeStep(kind, key, "expire", value, null);
  }

  /** What was done but not granted counts as rejected. */
  Outcome<History.Answer> seen(Outcome<RecipeAnswer> end) {
    if (end instanceof Outcome.Done<RecipeAnswer> done) {
      return op.equals("release") ? done(Optional.empty()) : seen(done.result().result());
    } else if (end instanceof Outcome.DoneWithoutResult<RecipeAnswer> done) {
      return new Outcome.DoneWithoutResult<>(done.reason());
    } else if (end instanceof Outcome.Refused<RecipeAnswer> refused) {
      return new Outcome.Refused<>(refused.reason(), refused.detail());
    } else if (end instanceof Outcome.Unknown<RecipeAnswer> unknown) {
      return new Outcome.Unknown<>(unknown.uid(), unknown.reason());
    }
    throw new IllegalStateException("a command that is well formed was rejected: " + end);
  }

  private static Outcome<History.Answer> seen(RecipeResult result) {
    if (result instanceof RecipeResult.Claimed claimed) {
      return claimed.state() == RecipeResult.State.HELD
          ? done(Optional.of(Long.toString(claimed.token())))
          : new Outcome.Rejected<>("held by another");
    } else if (result instanceof RecipeResult.Item item) {
      return done(item.item().map(Bytes::toUtf8));
    } else if (result instanceof RecipeResult.Count count) {
      return done(Optional.of(Long.toString(count.value())));
    } else if (result instanceof RecipeResult.Ok) {
      return done(Optional.empty());
    } else if (result instanceof RecipeResult.Gone) {
      return new Outcome.Refused<>(RefusalReason.INVALID, "the lease of the owner has ended");
    }
    throw new IllegalStateException("the state is full: " + result);
  }

  private static Outcome<History.Answer> done(Optional<String> result) {
    return new Outcome.Done<>(History.Answer.result(result));
  }

  @Override
  public List<?> members() {
    return value.isEmpty()
        ? List.of("key", key, "op", op)
        : List.of("key", key, "op", op, "value", value);
  }
}
