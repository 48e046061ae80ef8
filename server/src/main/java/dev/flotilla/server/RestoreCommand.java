package dev.flotilla.server;

import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.server.json.LinesJson;
import dev.flotilla.storage.backup.Backup;
import dev.flotilla.storage.backup.BackupHeader;
import dev.flotilla.storage.backup.RestoredDirectory;
import dev.flotilla.storage.backup.RestoredDirectory.Restored;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.log.LogOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the data directory of a new group from a backup. */
@CommandLine.Command(
    name = "restore",
    description = {
      "Makes the data directory of a new group from a backup.",
      "The new group has one member, another id, and the state of the backup. Start it with"
          + " 'flotilla",
      "server --data DIR'; other servers join it with empty directories. Refuses a damaged backup,"
          + " a",
      "directory that is not empty, and a name under which a founded group answers."
    })
final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The backup.")
  private Path file = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "The data directory to make, empty or missing.")
  private Path directory = Path.of("");

  @Option(
      names = "--group",
      paramLabel = "G",
      required = true,
      description = "The name of the new group.")
  private String group = "";

  @Option(
      names = "--id",
      paramLabel = "ID",
      converter = IdConverter.class,
      description = {
        "The id of the new member.",
        "Default: with --keys that of the certificate, otherwise a new one."
      })
  private @Nullable NodeId id;

  /** Reads urn:uuid:... */
  static final class IdConverter implements CommandLine.ITypeConverter<NodeId> {
    @Override
    public NodeId convert(String text) {
      return NodeId.parse(text);
    }
  }

  @Override
  public Integer call() throws CommandFailure {
    try {
      RaftNames.scope(group);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
    Optional<NodeId> member = member();
    Backup backup = open();
    requireFree();
    PrintWriter out = spec.commandLine().getOut();
    try {
      Restored made =
          RestoredDirectory.restore(
              backup,
              new FileDisk(directory),
              group,
              member,
              new SecureRandom(),
              its -> FoundingList.groupOf(group, its),
              LogOptions.DEFAULT);
      BackupHeader header = backup.header();
      List<String> lines =
          List.of(
              "restored\t%s %s: its only member is %s"
                  .formatted(group, made.group(), made.member()),
              "from\tgroup %s %s, up to entry %s of term %s"
                  .formatted(
                      header.groupName(),
                      header.group(),
                      header.last().index(),
                      header.last().term()),
              "next\tflotilla server --data "
                  + directory
                  + " --state-machine KIND, the one of the backup");
      if (!json.print(out, LinesJson.of(lines))) {
        lines.forEach(out::println);
        out.flush();
      }
      return ExitCode.OK.number();
    } catch (IOException e) {
      throw DirectoryFailure.of(directory, e);
    }
  }

  /** What the directory will be started with must name it, or the server would refuse it. */
  private Optional<NodeId> member() throws CommandFailure {
    if (client.keys().isEmpty()) {
      return Optional.ofNullable(id);
    }
    Path directory = client.keys().get();
    try (GroupKeys keys = GroupKeys.open(directory)) {
      Optional<NodeId> certified = keys.self().member();
      boolean isOther = id != null && !Optional.of(id).equals(certified);
      if (certified.isEmpty() || isOther || !keys.groupName().equals(Optional.of(group))) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "the certificate in %s is %s; a server of group %s%s needs keys of its own, made by 'flotilla keys init %s'"
                .formatted(
                    directory, keys.self(), group, isOther ? " with the id " + id : "", group));
      }
      return certified;
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private Backup open() throws CommandFailure {
    if (Files.isDirectory(file)) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          file + " is a directory; name a file that 'flotilla backup' has written");
    }
    try {
      return Backup.open(file);
    } catch (IOException e) {
      throw DirectoryFailure.of(file, e);
    }
  }

  private void requireFree() throws CommandFailure {
    Optional<StatusResponse> other = OtherServers.ofFoundedGroup(client, group, List.of());
    if (other.isPresent()) {
      throw new CommandFailure(
          ExitCode.FOUNDING_REFUSED,
          "nothing was made: %s answers as a member of a group %s (%s); stop that group, or name the new one otherwise"
              .formatted(other.get().self().member().id(), group, other.get().group().get()));
    }
  }
}
