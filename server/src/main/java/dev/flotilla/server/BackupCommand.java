package dev.flotilla.server;

import dev.flotilla.server.json.BackupJson;
import dev.flotilla.storage.backup.BackupHeader;
import dev.flotilla.storage.backup.OfflineBackup;
import dev.flotilla.storage.disk.FileDisk;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the state of a group to a file. */
@CommandLine.Command(
    name = "backup",
    description = {
      "Writes the state of a group to a file.",
      "With --group: of a group that runs, with every command that had succeeded before. A member"
          + " takes",
      "a snapshot and sends it. With DIR: of a server that is stopped, from its data directory,"
          + " with",
      "all entries of its log, of which the last may not be committed."
    })
final class BackupCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The data directory of a stopped server, instead of --group.")
  private @Nullable Path directory;

  @Option(names = "--group", paramLabel = "G", description = "The name of the running group.")
  private @Nullable String group;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file to write. It must not exist.")
  private Path file = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "ID",
      description = "The member that sends its state. Default: a follower.")
  private @Nullable String source;

  @Override
  public Integer call() throws CommandFailure {
    if ((directory == null) == (group == null)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "name either --group or a data directory");
    }
    if (Files.exists(file)) {
      throw new CommandFailure(ExitCode.NEGATIVE, file + " exists already; name another file");
    }
    BackupHeader header = group != null ? online(group) : offline(directory);
    PrintWriter out = spec.commandLine().getOut();
    if (json.print(out, BackupJson.of(file, header))) {
      return ExitCode.OK.number();
    }
    out.println(
        "backup\t%s: group %s %s, up to entry %s of term %s, from %s"
            .formatted(
                file,
                header.groupName(),
                header.group(),
                header.last().index(),
                header.last().term(),
                header.member()));
    out.flush();
    return ExitCode.OK.number();
  }

  private BackupHeader online(String name) throws CommandFailure {
    try {
      return new OnlineBackup(client, name, Optional.ofNullable(source)).write(file);
    } catch (IOException e) {
      throw DirectoryFailure.of(file, e);
    }
  }

  private static BackupHeader offline(@Nullable Path from, Path file) throws CommandFailure {
    if (from == null || Files.notExists(from)) {
      throw new CommandFailure(
          ExitCode.DIRECTORY_REFUSED,
          "there is no directory " + from + "; name the data directory of a server");
    }
    try {
      return OfflineBackup.write(new FileDisk(from), file);
    } catch (IOException e) {
      throw DirectoryFailure.of(from, e);
    }
  }

  private BackupHeader offline(@Nullable Path from) throws CommandFailure {
    if (source != null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--from goes with --group, not with a data directory");
    }
    return offline(from, file);
  }
}
