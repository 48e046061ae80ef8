package dev.flotilla.server;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script by which a shell completes commands and options. */
@CommandLine.Command(
    name = "completion",
    description = {
      "Prints a script by which bash and zsh complete command lines.",
      "Use it now by 'source <(flotilla completion)', or save it as",
      "~/.local/share/bash-completion/completions/flotilla."
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(AutoComplete.bash("flotilla", FlotillaCommand.commandLine()));
    out.flush();
    return ExitCode.OK.number();
  }
}
