package dev.flotilla.server;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.server.json.FilesJson;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.InspectedFile;
import dev.flotilla.storage.log.Inspection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks into data directories, whether their server runs or not; changes nothing. */
@CommandLine.Command(
    name = "log",
    description = "Checks or prints the Raft log of a server, running or not.",
    subcommands = {LogCommand.Verify.class, LogCommand.Dump.class})
final class LogCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "name what to do with the log; 'verify DIR' checks it, 'dump DIR' prints it");
  }

  /** Says whether a server would start on a directory as it is. */
  @CommandLine.Command(
      name = "verify",
      description = {
        "Checks a data directory as a start would, and changes nothing.",
        "Prints a line for each file: name, what it is, first and last index, how many entries"
            + " were",
        "written, bytes, and a remark, with a tab between; then 'sound' and what the log holds.",
        "What a start would not take as it is ends it with that message and exit code. Of a member"
            + " of a",
        "founded group whose log, vote or snapshot is damaged a start sets the files aside, unless"
            + " told",
        "'--on-damage refuse'. The state machine's directory is checked by its own start only."
      })
  static final class Verify implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(paramLabel = "DIR", description = "The server's data directory.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws CommandFailure {
      PrintWriter out = spec.commandLine().getOut();
      Inspection inspection = inspect(directory);
      if (json.print(out, FilesJson.of(inspection))) {
        refuseFindingOf(inspection, directory);
        return ExitCode.OK.number();
      }
      for (InspectedFile file : inspection.files()) {
        out.println(LogText.line(file));
      }
      out.flush();
      refuseFindingOf(inspection, directory);
      out.println("sound\t" + LogText.extent(inspection));
      out.flush();
      return ExitCode.OK.number();
    }
  }

  /** Prints the entries. */
  @CommandLine.Command(
      name = "dump",
      description = {
        "Prints one line for each entry of the log, committed or not.",
        "A line is index, term, log time in milliseconds, kind, uid, session, command, parameters,",
        "with a tab between. A session stands as id/number/lowest unanswered number.",
        "Of a damaged log it prints what comes before the damage, and ends as 'log verify' does."
      })
  static final class Dump implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(paramLabel = "DIR", description = "The server's data directory.")
    private Path directory = Path.of("");

    @Option(
        names = "--from",
        paramLabel = "INDEX",
        defaultValue = "1",
        description = "The first index to print. Default: the first of the log.")
    private long from;

    @Option(
        names = "--to",
        paramLabel = "INDEX",
        defaultValue = "9223372036854775807",
        description = "The last index to print. Default: the last of the log.")
    private long to;

    @Override
    public Integer call() throws CommandFailure {
      if (from < 1 || to < from) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "--from is 1 or more, and --to not below it: " + from + ", " + to);
      }
      PrintWriter out = spec.commandLine().getOut();
      Inspection inspection = inspect(directory);
      try {
        inspection.forEach(from, to, entry -> print(out, entry));
      } catch (IOException e) {
        throw failure(directory, e);
      } finally {
        out.flush();
      }
      refuseFindingOf(inspection, directory);
      return ExitCode.OK.number();
    }

    private void print(PrintWriter out, Entry entry) {
      if (json.isOn()) {
        json.print(out, LogText.document(entry));
      } else {
        out.println(LogText.line(entry));
      }
    }
  }

  private static Inspection inspect(Path directory) throws CommandFailure {
    if (Files.notExists(directory)) {
      throw new CommandFailure(
          ExitCode.DIRECTORY_REFUSED,
          "there is no directory " + directory + "; name the data directory of a server");
    }
    return Inspection.of(new ReadOnlyDisk(directory));
  }

  private static void refuseFindingOf(Inspection inspection, Path directory) throws CommandFailure {
    if (inspection.finding().isPresent()) {
      throw failure(directory, inspection.finding().get());
    }
  }

  /** With the exit code of a start. */
  private static CommandFailure failure(Path directory, IOException cause) {
    if (cause instanceof DirectoryRefused refused) {
      boolean isDamage = refused.reason() == DirectoryRefused.Reason.DAMAGED;
      return new CommandFailure(
          isDamage ? ExitCode.DAMAGED : ExitCode.DIRECTORY_REFUSED, messageOf(cause), cause);
    }
    if (cause instanceof DamagedLog) {
      return new CommandFailure(ExitCode.DAMAGED, messageOf(cause), cause);
    }
    return new CommandFailure(
        ExitCode.DISK,
        "%s cannot be read: %s; see to its files and their rights, or try again if its server runs"
            .formatted(directory, cause instanceof FileSystemException ? cause : messageOf(cause)),
        cause);
  }

  private static String messageOf(IOException e) {
    return String.valueOf(e.getMessage());
  }
}
