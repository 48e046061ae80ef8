package dev.flotilla.distribution;

import dev.flotilla.gateway.command.GatewayCommand;
import dev.flotilla.server.FlotillaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Writes the script by which bash and zsh complete the commands and options of the launcher. */
public final class Completion {
  private Completion() {}

  /**
   * Writes the script.
   *
   * @param arguments the file that it is written to; its directory is created
   */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, script(), StandardCharsets.UTF_8);
  }

  /** The script, for the commands of all programs that the launcher runs. */
  static String script() {
    CommandLine launcher = new CommandLine(CommandSpec.create().mixinStandardHelpOptions(true));
    // Not the root itself: it hands its options down, and the gateway has one of the same name.
    FlotillaCommand.commandLine().getSubcommands().forEach(launcher::addSubcommand);
    launcher.addSubcommand("gateway", new CommandLine(new GatewayCommand()));
    return AutoComplete.bash("flotilla", launcher);
  }
}
