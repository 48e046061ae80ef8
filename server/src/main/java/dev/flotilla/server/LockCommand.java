package dev.flotilla.server;

import dev.flotilla.recipes.FencedLock;
import dev.flotilla.recipes.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a program while it holds a lock. */
@Command(
    name = "lock",
    description = {
      "Runs a program while it holds a lock.",
      "The group runs with --state-machine recipes. The program finds the fencing token in",
      "FLOTILLA_TOKEN; its exit code is that of this command. Before the lock may be lost, the",
      "program gets SIGTERM and then SIGKILL, and the exit code is 4.",
      "If this command is killed, the program goes on: let what it changes check the token.",
      "Without a program it prints name and token, and holds the lock until it is interrupted."
    })
final class LockCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private HoldOptions options = new HoldOptions();

  @Option(names = "--shared", description = "Shares the lock with others that share it.")
  private boolean isShared;

  @Parameters(index = "0", paramLabel = "NAME", description = "The lock's name.")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PROGRAM",
      description = "The program with its arguments, after --.")
  private List<String> program = new ArrayList<>();

  @Override
  public Integer call() throws CommandFailure {
    return options.run(
        recipes ->
            options.hold(
                "lock",
                name,
                acquire(recipes.lock(name), options.atMost()),
                program,
                spec.commandLine().getOut()));
  }

  private Optional<Hold> acquire(FencedLock lock, @Nullable Duration atMost)
      throws InterruptedException {
    if (atMost == null) {
      return Optional.of(isShared ? lock.acquireShared() : lock.acquire());
    }
    return isShared ? lock.acquireShared(atMost) : lock.acquire(atMost);
  }
}
