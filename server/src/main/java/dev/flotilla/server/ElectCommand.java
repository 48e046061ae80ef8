package dev.flotilla.server;

import dev.flotilla.client.GroupClient;
import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.LeaderElection;
import dev.flotilla.recipes.Recipes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a program while it leads, or says who leads. */
@Command(
    name = "elect",
    description = {
      "Runs a program while it leads an election.",
      "The group runs with --state-machine recipes. The program finds the fencing token in",
      "FLOTILLA_TOKEN; its exit code is that of this command. If the leadership is lost, the program",
      "gets SIGTERM, and the exit code is 4.",
      "Without a program it prints name and token, and leads until it is interrupted.",
      "Without DATA it prints the leader's data and token; exit code 1: nobody leads."
    })
final class ElectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private GroupOptions options = new GroupOptions();
  @Mixin private WaitOptions waiting = new WaitOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The election's name.")
  private String name = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DATA",
      description = "What others see of this leader, such as its address.")
  private @Nullable String data;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "PROGRAM",
      description = "The program with its arguments, after --.")
  private List<String> program = new ArrayList<>();

  @Override
  public Integer call() throws CommandFailure {
    return options.run(this::run);
  }

  private int run(GroupClient connection) throws CommandFailure, InterruptedException {
    try (Recipes recipes =
        Recipes.over(Recipes.group(options.group()).over(connection), waiting.ttl())) {
      LeaderElection election = recipes.election(name);
      return data == null ? show(election.leader()) : lead(election, data);
    }
  }

  private int show(Optional<LeaderElection.Leader> leader) {
    leader.ifPresent(it -> spec.commandLine().getOut().println(it.data() + "\t" + it.token()));
    spec.commandLine().getOut().flush();
    return (leader.isPresent() ? ExitCode.OK : ExitCode.NEGATIVE).number();
  }

  private int lead(LeaderElection election, String as) throws CommandFailure, InterruptedException {
    Duration atMost = waiting.atMost();
    Optional<Hold> hold =
        atMost == null ? Optional.of(election.campaign(as)) : election.campaign(as, atMost);
    if (hold.isEmpty()) {
      throw new CommandFailure(ExitCode.NEGATIVE, "another leads election '%s'".formatted(name));
    }
    HeldProgram held = new HeldProgram(hold.get(), name);
    return program.isEmpty()
        ? held.holdUntilTheEnd(spec.commandLine().getOut())
        : held.run(program);
  }
}
