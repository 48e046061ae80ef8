package dev.flotilla.server;

import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.LeaderElection;
import dev.flotilla.server.json.HeldJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
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
      "FLOTILLA_TOKEN; its exit code is that of this command. Before the leadership may be lost,",
      "the program gets SIGTERM and then SIGKILL, and the exit code is 4.",
      "Without a program it prints name and token, and leads until it is interrupted.",
      "With NAME alone it prints the leader's data and token; exit code 1: nobody leads."
    })
final class ElectCommand implements Callable<Integer> {
  private static final String SEPARATOR = "--";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private HoldOptions options = new HoldOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The election's name.")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "[DATA] [-- PROGRAM]",
      description = {
        "DATA is what others see of this leader, such as its address. Default: the host's name.",
        "PROGRAM is the program with its arguments, after --."
      })
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() throws CommandFailure {
    List<String> data = words.subList(0, words.size() - programWords());
    List<String> program = words.subList(data.size(), words.size());
    if (data.size() > 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "'%s' stands after DATA; write -- before the program".formatted(data.get(1)));
    }
    return options.run(
        recipes -> {
          LeaderElection election = recipes.election(name);
          return words.isEmpty()
              ? show(election.leader())
              : options.hold(
                  "election",
                  name,
                  campaign(election, data.isEmpty() ? JoinCommand.hostName() : data.get(0)),
                  program,
                  spec.commandLine().getOut());
        });
  }

  private int programWords() {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    int separator = all.indexOf(SEPARATOR);
    return separator < 0 ? 0 : all.size() - separator - 1;
  }

  private int show(Optional<LeaderElection.Leader> leader) {
    PrintWriter out = spec.commandLine().getOut();
    HeldJson document =
        leader
            .map(it -> new HeldJson(name, it.data(), it.token()))
            .orElse(new HeldJson(name, null, null));
    if (!options.json().print(out, document)) {
      leader.ifPresent(it -> out.println(it.data() + "\t" + it.token()));
      out.flush();
    }
    return (leader.isPresent() ? ExitCode.OK : ExitCode.NEGATIVE).number();
  }

  private Optional<Hold> campaign(LeaderElection election, String data)
      throws CommandFailure, InterruptedException {
    Duration atMost = options.atMost();
    return atMost == null ? Optional.of(election.campaign(data)) : election.campaign(data, atMost);
  }
}
