package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.Recipes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that run while a lock or the leadership is held. */
@Tag("slow")
class LockCommandTest {
  @TempDir private Path directory;

  private static int run(LocalGroup group, String command, String... more) {
    List<String> words =
        new ArrayList<>(List.of(command, "--forget", "--timeout", "60", "--group", group.name()));
    words.addAll(List.of(more));
    return group.run(words.toArray(String[]::new));
  }

  @Test
  void aProgramRunsWhileTheLockIsHeld() throws Exception {
    Path file = directory.resolve("token");
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      String script = "printf %s $FLOTILLA_TOKEN >" + file + "; exit 7";
      assertThat(run(group, "lock", "deploy", "--", "sh", "-c", script)).isEqualTo(7);
      long token = Long.parseLong(Files.readString(file));
      try (Recipes recipes = Recipes.connect(group.name());
          Hold held = recipes.lock("deploy").acquire()) {
        assertThat(held.token()).isGreaterThan(token);
        assertThat(run(group, "lock", "--wait", "0", "deploy", "--", "true"))
            .isEqualTo(ExitCode.NEGATIVE.number());
        assertThat(group.errors()).contains("lock 'deploy' is held by others");
      }
      assertThat(run(group, "lock", "deploy", "--", "no-such-program"))
          .isEqualTo(ExitCode.USAGE.number());
    }
  }

  @Test
  void anElectionTellsWhoLeads() throws Exception {
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      assertThat(run(group, "elect", "printer")).isEqualTo(ExitCode.NEGATIVE.number());
      try (Recipes recipes = Recipes.connect(group.name());
          Hold leading = recipes.election("printer").campaign("host-a")) {
        assertThat(run(group, "elect", "printer")).isZero();
        assertThat(group.output()).isEqualTo("host-a\t" + leading.token() + "\n");
        assertThat(run(group, "elect", "--wait", "0", "printer", "host-b"))
            .isEqualTo(ExitCode.NEGATIVE.number());
      }
      assertThat(run(group, "elect", "printer", "host-b", "--", "true")).isZero();
    }
  }
}
