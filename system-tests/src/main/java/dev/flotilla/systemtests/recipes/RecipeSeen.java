package dev.flotilla.systemtests.recipes;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.Outcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.systemtests.Told;
import java.io.IOException;
import java.util.Optional;

/**
 * What a client was answered.
 *
 * @param result a token, an item or a number as text; absent where there is none
 */
record RecipeSeen(Optional<String> result) implements Told {
  @Override
  public void writeTo(JsonWriter json) throws IOException {
    json.name("result");
    if (result.isPresent()) {
      json.value(result.get());
    } else {
      json.nullValue();
    }
  }

  /** What was done but not granted counts as rejected. */
  static Outcome<RecipeSeen> of(RecipeStep step, Outcome<RecipeAnswer> end) {
    if (end instanceof Outcome.Done<RecipeAnswer> done) {
      return step.op().equals("release") ? done(Optional.empty()) : of(done.result().result());
    } else if (end instanceof Outcome.DoneWithoutResult<RecipeAnswer> done) {
      return new Outcome.DoneWithoutResult<>(done.reason());
    } else if (end instanceof Outcome.Refused<RecipeAnswer> refused) {
      return new Outcome.Refused<>(refused.reason(), refused.detail());
    } else if (end instanceof Outcome.Unknown<RecipeAnswer> unknown) {
      return new Outcome.Unknown<>(unknown.uid(), unknown.reason());
    }
    throw new IllegalStateException("a command that is well formed was rejected: " + end);
  }

  private static Outcome<RecipeSeen> of(RecipeResult result) {
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

  /** Of what had no owner, or nothing to release. */
  static Outcome<RecipeSeen> notSent() {
    return new Outcome.Refused<>(RefusalReason.INVALID, "there is no owner");
  }

  private static Outcome<RecipeSeen> done(Optional<String> result) {
    return new Outcome.Done<>(new RecipeSeen(result));
  }
}
