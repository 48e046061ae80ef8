package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that run while a lock or the leadership is held. */
@Tag("slow")
class LockCommandTest {
  @TempDir private Path directory;

  private static int run(LocalGroup group, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command, "--forget", "--group", group.name()));
    words.addAll(List.of(more));
    return group.run(words.toArray(String[]::new));
  }

  /** With a lease that no pause of this machine ends. */
  private static int lasting(LocalGroup group, String command, String... more) {
    List<String> words =
        new ArrayList<>(List.of("--ttl", Long.toString(LocalGroup.LONG_LEASE.toSeconds())));
    words.addAll(List.of(more));
    return run(group, command, words.toArray(String[]::new));
  }

  @Test
  void aProgramRunsWhileTheLockIsHeld() throws Exception {
    Path file = directory.resolve("token");
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      String script = "printf %s $FLOTILLA_TOKEN >" + file + "; exit 7";
      assertThat(lasting(group, "lock", "deploy", "--", "sh", "-c", script)).isEqualTo(7);
      long token = Long.parseLong(Files.readString(file));
      try (Recipes recipes = group.recipes();
          Hold held = recipes.lock("deploy").acquire()) {
        assertThat(held.token()).isGreaterThan(token);
        assertThat(run(group, "lock", "--wait", "0", "deploy", "--", "true"))
            .isEqualTo(ExitCode.NEGATIVE.number());
        assertThat(group.errors()).contains("lock 'deploy' is held by others");
      }
      assertThat(lasting(group, "lock", "deploy", "--", "no-such-program"))
          .isEqualTo(ExitCode.USAGE.number());
    }
  }

  @Test
  void anElectionTellsWhoLeads() throws Exception {
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      assertThat(run(group, "elect", "printer")).isEqualTo(ExitCode.NEGATIVE.number());
      try (Recipes recipes = group.recipes();
          Hold leading = recipes.election("printer").campaign("host-a")) {
        assertThat(run(group, "elect", "printer")).isZero();
        assertThat(group.output()).isEqualTo("host-a\t" + leading.token() + "\n");
        assertThat(run(group, "elect", "--wait", "0", "printer", "host-b"))
            .isEqualTo(ExitCode.NEGATIVE.number());
      }
      assertThat(lasting(group, "elect", "printer", "host-b", "--", "true")).isZero();
    }
  }

  @Test
  void aProgramThatLeadsNeedsNoData() throws Exception {
    Path file = directory.resolve("leader");
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      assertThat(
              lasting(group, "elect", "printer", "--", "sh", "-c", "echo $FLOTILLA_TOKEN >" + file))
          .isZero();
      assertThat(Long.parseLong(Files.readString(file).strip())).isPositive();
      assertThat(run(group, "elect", "printer", "host-a", "true"))
          .isEqualTo(ExitCode.USAGE.number());
      assertThat(group.errors()).contains("'true' stands after DATA; write -- before the program");
    }
  }

  @Test
  @Tag("full")
  void aProgramEndsBeforeItsLeaseDoes() throws Exception {
    Duration ttl = Duration.ofSeconds(10);
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1);
        Recipes recipes = Recipes.over(RecipesState.group(group.name()).client().connect(), ttl)) {
      Hold hold = recipes.lock("deploy").acquire();
      group.stop(1);
      HeldProgram program = new HeldProgram(hold, "lock 'deploy'", ttl);
      assertThatThrownBy(() -> program.run(List.of("sleep", "600")))
          .isInstanceOf(CommandFailure.class)
          .hasMessage("lock 'deploy' was lost: the group has not confirmed it in time");
      assertThat(hold.isHeld()).isTrue();
    }
  }

  @Test
  void whatAProgramHasStartedEndsWithIt() throws Exception {
    Path file = directory.resolve("processes");
    String child = "trap '' TERM; echo $$ >>" + file + "; while :; do sleep 1; done";
    String script = "sh -c \"$0\" & sh -c \"$0\" & wait";
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      AtomicReference<CompletableFuture<Integer>> code =
          new AtomicReference<>(CompletableFuture.completedFuture(0));
      Await.until(
          () -> "both run",
          () -> {
            if (code.get().isDone()) { // The lease may have ended before both ran.
              Files.deleteIfExists(file);
              code.set(
                  CompletableFuture.supplyAsync(
                      () ->
                          run(
                              group, "lock", "--ttl", "2", "deploy", "--", "sh", "-c", script,
                              child)));
            }
            return Files.exists(file) && processes(file).size() == 2;
          });
      List<ProcessHandle> started = processes(file);
      group.stop(1);
      assertThat(Await.result(code.get())).isEqualTo(ExitCode.UNAVAILABLE.number());
      Await.until(
          () -> "the end of both", () -> started.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  private static List<ProcessHandle> processes(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
        .toList();
  }

  @Test
  @Tag("full")
  void aLockIsReleasedOnceAllHaveEnded() throws Exception {
    Path file = directory.resolve("processes");
    String child = "trap '' TERM; echo $$ >>" + file + "; while :; do sleep 1; done";
    String script = "sh -c \"$0\" & wait";
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1);
        Recipes recipes = Recipes.connect(group.name())) {
      Process lock =
          CommandProcess.start(
              "lock",
              "--forget",
              "--group",
              group.name(),
              "deploy",
              "--",
              "sh",
              "-c",
              script,
              child);
      Await.until(() -> "it runs", () -> Files.exists(file) && processes(file).size() == 1);
      List<ProcessHandle> started = processes(file);
      lock.destroy(); // SIGTERM
      Hold next = recipes.lock("deploy").acquire();
      assertThat(started).noneMatch(ProcessHandle::isAlive);
      assertThat(lock.waitFor()).isNotZero();
      next.close();
    }
  }
}
