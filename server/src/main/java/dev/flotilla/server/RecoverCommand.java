package dev.flotilla.server;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raftdpws.directory.AddressFile;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.server.json.LinesJson;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.log.GroupRecovery;
import dev.flotilla.storage.log.GroupRecovery.Recovered;
import dev.flotilla.storage.log.GroupRecovery.Survivor;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes one surviving directory the only member of a new group. */
@CommandLine.Command(
    name = "recover",
    description = {
      "Makes one surviving directory the only member of a new group.",
      "Use it only if the majority of the voters is lost for good: commands that succeeded may be"
          + " lost",
      "with it. First prints what the directory holds, and asks the network whether another member",
      "answers. Then asks for the name of the group, or takes it from --confirm. The new group has",
      "the name of the old one and another id. A copy of the old files is kept in the directory."
    })
final class RecoverCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "DIR", description = "The data directory of the surviving member.")
  private Path directory = Path.of("");

  @Option(
      names = "--confirm",
      paramLabel = "GROUP",
      description = "The name of the group, to confirm without a terminal.")
  private @Nullable String confirmation;

  @Override
  public Integer call() throws CommandFailure {
    if (Files.notExists(directory)) {
      throw new CommandFailure(
          ExitCode.DIRECTORY_REFUSED,
          "there is no directory " + directory + "; name the data directory of a server");
    }
    try (GroupRecovery recovery = GroupRecovery.open(new FileDisk(directory))) {
      recover(recovery);
      return ExitCode.OK.number();
    } catch (IOException e) {
      throw DirectoryFailure.of(directory, e);
    }
  }

  private void recover(GroupRecovery recovery) throws CommandFailure, IOException {
    PrintWriter out = spec.commandLine().getOut();
    Survivor survivor = recovery.survivor();
    OptionalLong applied = AppliedIndex.in(directory);
    requireMachineWithinLog(survivor, applied);
    print(out, SurvivorText.lines(survivor, applied));
    if (confirmation != null) {
      requireName(survivor, confirmation);
    }
    requireNobodyElse(survivor);
    print(
        out, List.of("asked\tno server of a founded group " + survivor.groupName() + " answered"));
    confirm(survivor);
    Recovered made =
        recovery.perform(
            Instant.now(),
            new SecureRandom(),
            member -> FoundingList.groupOf(survivor.groupName(), member));
    print(out, SurvivorText.lines(survivor, made, directory));
  }

  private void print(PrintWriter out, List<String> lines) {
    if (!json.print(out, LinesJson.of(lines))) {
      lines.forEach(out::println);
      out.flush();
    }
  }

  private void requireMachineWithinLog(Survivor survivor, OptionalLong applied)
      throws CommandFailure {
    if (applied.orElse(0) > survivor.last().index()) {
      throw new CommandFailure(
          ExitCode.DAMAGED,
          "the state machine in %s has applied entry %s, but the log ends at entry %s: the log has lost entries. Nothing was changed; recover the directory of another member"
              .formatted(directory, applied.getAsLong(), survivor.last().index()));
    }
  }

  private void requireNobodyElse(Survivor survivor) throws CommandFailure {
    Stream<URI> founders = survivor.founders().stream().map(Founder::address);
    Stream<URI> others = new AddressFile(new ReadOnlyDisk(directory)).known().stream();
    List<URI> known = Stream.concat(others, founders).distinct().toList();
    Optional<StatusResponse> other =
        OtherServers.ofFoundedGroup(client, survivor.groupName(), known);
    if (other.isEmpty()) {
      return;
    }
    String who =
        other.get().self().member().id()
            + other.get().self().address().map(at -> " at " + at).orElse("");
    String remedy =
        other.get().group().equals(Optional.of(survivor.group()))
            ? "this group still has another member. If a majority of the voters can run, start them"
                + " and do not recover. If not, stop that server, compare 'last' of its directory"
                + " with that of this one, and recover the later one"
            : "it is of another group under this name ("
                + other.get().group().get()
                + "): perhaps the group was recovered or founded again already. Let this server"
                + " join that one with an empty directory, or stop that one";
    throw new CommandFailure(
        ExitCode.FOUNDING_REFUSED, "nothing was changed: " + who + " answers, and " + remedy);
  }

  private void confirm(Survivor survivor) throws CommandFailure {
    String given = confirmation == null ? typed() : confirmation;
    if (given == null) {
      throw new CommandFailure(
          ExitCode.NEGATIVE, "nothing was changed: confirm with --confirm " + survivor.groupName());
    }
    requireName(survivor, given);
  }

  private static void requireName(Survivor survivor, String given) throws CommandFailure {
    if (!survivor.groupName().equals(given)) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          "nothing was changed: '%s' is not the name of the group, %s"
              .formatted(given, survivor.groupName()));
    }
  }

  /** Nothing without a terminal, or at the end of the input: newer Javas have a console always. */
  @SuppressWarnings("SystemConsoleNull")
  private static @Nullable String typed() {
    Console console = System.console();
    return console == null
        ? null
        : console.readLine("Type the name of the group to go on, or anything else to stop: ");
  }

  /** How many of the voters may be lost before a majority is. */
  static int majority(Configuration configuration) {
    return configuration.voters().size() / 2 + 1;
  }
}
