package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.systemtests.Questions;
import java.io.IOException;
import java.nio.file.Path;

/** One key-value store, in a process of its own. It answers what a {@link RecipeServer} does. */
final class MapServer {
  private MapServer() {}

  /** Takes the group's name, the number of founders and the data directory. */
  public static void main(String[] arguments) throws IOException {
    try (FlotillaServer server =
        FlotillaServer.builder(new KeyValueStore())
            .group(arguments[0])
            .expect(Integer.parseInt(arguments[1]))
            .refuseDamage()
            .snapshotEvery(RecipeServer.SNAPSHOT_ENTRIES, 1 << 30)
            .directory(Path.of(arguments[2]))
            .start()) {
      Questions.answer(question -> RecipeServer.answer(server, question));
    }
  }
}
