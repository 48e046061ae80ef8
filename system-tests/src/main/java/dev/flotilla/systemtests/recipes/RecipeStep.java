package dev.flotilla.systemtests.recipes;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.systemtests.Told;
import java.io.IOException;
import java.util.Optional;

/**
 * One thing that a client asks for, as the model {@code recipes} of histories has it.
 *
 * @param key what it concerns
 * @param op its name in the history
 * @param value what it writes, if anything
 * @param command as the group takes it
 */
record RecipeStep(String key, String op, Optional<String> value, RecipeCommand command)
    implements Told {
  @Override
  public void writeTo(JsonWriter json) throws IOException {
    json.name("key").value(key).name("op").value(op);
    if (value.isPresent()) {
      json.name("value").value(value.get());
    }
  }
}
