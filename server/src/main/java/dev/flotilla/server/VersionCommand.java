package dev.flotilla.server;

import dev.flotilla.server.json.VersionJson;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints versions. */
@CommandLine.Command(
    name = "version",
    description = "Prints the version of Flotilla and of Java, as --version does.")
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    VersionJson version =
        new VersionJson(
            FlotillaCommand.Version.ofProgram(),
            Runtime.version().toString(),
            System.getProperty("os.name") + " " + System.getProperty("os.version"));
    if (!json.print(out, version)) {
      out.println(FlotillaCommand.Version.text());
      out.flush();
    }
    return ExitCode.OK.number();
  }
}
