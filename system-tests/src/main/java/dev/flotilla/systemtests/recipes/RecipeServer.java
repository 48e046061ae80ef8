package dev.flotilla.systemtests.recipes;

import dev.flotilla.FlotillaServer;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.systemtests.Questions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One server of recipes, in a process of its own. It answers {@code clocks} with its clocks, and
 * each other question with its role.
 */
final class RecipeServer {
  /** So that a history has snapshots, too. */
  static final long SNAPSHOT_ENTRIES = 500;

  private RecipeServer() {}

  /** Takes the group's name, the number of founders, the data directory and the planted fault. */
  public static void main(String[] arguments) throws IOException {
    Planted state = new Planted(Planted.Fault.valueOf(arguments[3]));
    try (FlotillaServer server =
        Recipes.group(arguments[0])
            .server(state)
            .expect(Integer.parseInt(arguments[1]))
            .refuseDamage()
            .snapshotEvery(SNAPSHOT_ENTRIES, 1 << 30)
            .directory(Path.of(arguments[2]))
            .start()) {
      Questions.answer(question -> answer(server, question));
    }
  }

  static String answer(FlotillaServer server, String question) {
    return question.equals("clocks")
        ? System.currentTimeMillis() + " " + System.nanoTime()
        : server.role();
  }
}
