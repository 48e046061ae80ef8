package dev.flotilla.server;

import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.server.json.HeldJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that wait for something and hold it, and what they do with it. */
final class HoldOptions {
  private static final int MAX_TTL_SECONDS = 3_600;

  @Mixin private GroupOptions options = new GroupOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = {
        "After so long without a confirmation of the group it is lost, and others get it.",
        "Default: ${DEFAULT-VALUE}."
      })
  private int ttlSeconds;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait for it; 0: not at all. Default: as long as it takes.")
  private @Nullable Integer waitSeconds;

  /** What is done with recipes. */
  @FunctionalInterface
  interface Use {
    /** Returns the exit code. */
    int of(Recipes recipes) throws CommandFailure, InterruptedException;
  }

  JsonOption json() {
    return json;
  }

  /** Connects, does something, and says by the exit code how it ended. */
  int run(Use use) throws CommandFailure {
    return options.run(
        GroupOptions.MachineKind.RECIPES,
        connection -> {
          try (Recipes recipes =
              Recipes.over(Recipes.group(options.group()).over(connection), ttl())) {
            return use.of(recipes);
          }
        });
  }

  /**
   * Runs a program while something is held; without one, prints it and holds it until the process
   * is ended.
   *
   * @param kind the word for what is held
   * @param name its name
   * @param hold empty if the time to wait was over
   * @return the exit code of the program
   */
  int hold(String kind, String name, Optional<Hold> hold, List<String> program, PrintWriter out)
      throws CommandFailure, InterruptedException {
    String what = "%s '%s'".formatted(kind, name);
    if (hold.isEmpty()) {
      throw new CommandFailure(ExitCode.NEGATIVE, what + " is held by others");
    }
    HeldProgram held = new HeldProgram(hold.get(), what, ttl());
    if (!program.isEmpty()) {
      return held.run(program);
    }
    HeldJson document = new HeldJson(name, null, hold.get().token());
    if (!json.print(out, document)) {
      out.println(name + "\t" + document.token());
      out.flush();
    }
    throw held.lost();
  }

  private Duration ttl() throws CommandFailure {
    if (ttlSeconds < 1 || ttlSeconds > MAX_TTL_SECONDS) {
      throw new CommandFailure(
          ExitCode.USAGE, "--ttl is 1 to " + MAX_TTL_SECONDS + " seconds, not " + ttlSeconds);
    }
    return Duration.ofSeconds(ttlSeconds);
  }

  /** How long to wait; null for as long as it takes. */
  @Nullable Duration atMost() throws CommandFailure {
    if (waitSeconds != null && waitSeconds < 0) {
      throw new CommandFailure(ExitCode.USAGE, "--wait is 0 seconds or more, not " + waitSeconds);
    }
    return waitSeconds == null ? null : Duration.ofSeconds(waitSeconds);
  }
}
