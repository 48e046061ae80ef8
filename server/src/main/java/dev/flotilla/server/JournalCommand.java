package dev.flotilla.server;

import dev.flotilla.bdb.JournalReader;
import dev.flotilla.client.Answer;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.server.json.ExecutedJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads journals offline. */
@CommandLine.Command(
    name = "journal",
    description = "Reads the journal of a server that was shut down.",
    subcommands = JournalCommand.Dump.class)
final class JournalCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name what to do with the journal; 'dump DIR' prints it");
  }

  /** Prints a journal. */
  @CommandLine.Command(
      name = "dump",
      description = {
        "Prints one line for each executed command, in order.",
        "A line is index, term, uid, command, parameters, success and result, with a tab between.",
        "The output is the same on all servers of a group.",
        "Of a server that runs or was killed the latest commands may be missing, even all of them:",
        "they are in its Raft log, and written here from time to time and when it is stopped."
      })
  static final class Dump implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(paramLabel = "DIR", description = "The server's data directory.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws CommandFailure {
      PrintWriter out = spec.commandLine().getOut();
      try {
        if (json.isOn()) {
          dump(out);
        } else {
          JournalReader.dump(journalOf(directory), out);
        }
        out.flush();
        spec.commandLine()
            .getErr()
            .println(
                "flotilla journal dump: if the server runs or was killed, its latest commands may"
                    + " be missing; stop it in order to see them all");
        return ExitCode.OK.number();
      } catch (IOException e) {
        throw new CommandFailure(ExitCode.DIRECTORY_REFUSED, String.valueOf(e.getMessage()), e);
      }
    }

    private void dump(PrintWriter out) throws IOException {
      try (JournalReader reader = JournalReader.open(journalOf(directory))) {
        reader.forEach(it -> json.print(out, document(it)));
      }
    }

    private static ExecutedJson document(JournalRecord it) {
      return ExecutedJson.of(
          it.position().index(),
          it.position().term(),
          it.command().uid(),
          it.command().command(),
          it.command().parameters(),
          new Answer(it.result().success(), it.result().value()));
    }
  }

  /** The state machine's directory of a server's data directory, or the directory itself. */
  static Path journalOf(Path directory) {
    Path machine = directory.resolve("machine");
    return Files.isDirectory(machine) ? machine : directory;
  }
}
