package dev.flotilla.systemtests.recipes;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.systemtests.Told;
import java.io.IOException;
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
    implements Told {
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

  @Override
  public void writeTo(JsonWriter json) throws IOException {
    json.name("key").value(key).name("op").value(op);
    if (value.isPresent()) {
      json.name("value").value(value.get());
    }
  }
}
