package dev.flotilla.server;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberNames;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.server.json.MembersJson;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the members of a group; what changes them are its subcommands. */
@CommandLine.Command(
    name = "members",
    description = "Lists the members of a group, or changes them.",
    subcommands = {
      MembersAddCommand.class,
      MembersRemoveCommand.class,
      MembersPromoteCommand.class,
      MembersTransferCommand.class,
      MembersSnapshotCommand.class
    })
final class MembersCommand implements Callable<Integer> {
  private static final String ROW = "%-9s %-13s %10s  %-45s  %s%n";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  // Not required here, or the subcommands could not be given their own.
  @Option(names = "--group", paramLabel = "G", description = "The group's name.")
  private @Nullable String group;

  @Override
  public Integer call() throws CommandFailure {
    if (group == null) {
      throw new CommandFailure(ExitCode.USAGE, "--group is missing: which group?");
    }
    try (WireClient connected = client.connect(group)) {
      print(
          MemberRoll.of(
              group,
              connected.ownResponses().toCompletableFuture().join(),
              connected.explanation()));
    }
    return ExitCode.OK.number();
  }

  private void print(MemberRoll roll) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.print(out, document(roll))) {
      return;
    }
    out.println("group " + roll.name() + "  " + roll.group());
    out.printf(Locale.ROOT, ROW, "STANDING", "ROLE", "COMMITTED", "MEMBER", "ADDRESS  NAME");
    for (Member member : roll.configuration().members()) {
      print(
          out,
          MemberStatus.of(member, roll.configuration()),
          member,
          roll.statusOf(member),
          LastSeen.of(member, roll.members().servers()),
          roll.members().servers());
    }
    for (StatusResponse waiting : roll.waiting()) {
      print(
          out,
          MemberStatus.NONE,
          waiting.self().member(),
          Optional.of(waiting),
          "?",
          List.of(waiting));
    }
    if (roll.configuration().isChanging()) {
      out.println(roll.awaited().orElse("a change of members is under way"));
    }
    out.flush();
  }

  private static MembersJson document(MemberRoll roll) {
    return new MembersJson(
        roll.name(),
        roll.group().value(),
        roll.configuration().members().stream()
            .map(
                it ->
                    MembersJson.One.of(
                        it,
                        MemberNames.of(it.id(), roll.members().servers()),
                        word(MemberStatus.of(it, roll.configuration())),
                        roll.statusOf(it)))
            .toList(),
        roll.waiting().stream()
            .map(
                it ->
                    MembersJson.One.of(
                        it.self().member(),
                        MemberNames.of(it.self().member().id(), List.of(it)),
                        word(MemberStatus.NONE),
                        Optional.of(it)))
            .toList(),
        roll.configuration().isChanging(),
        roll.awaited().orElse(null));
  }

  private static String word(MemberStatus standing) {
    return standing.name().toLowerCase(Locale.ROOT);
  }

  private static void print(
      PrintWriter out,
      MemberStatus standing,
      Member member,
      Optional<StatusResponse> status,
      String lastSeen,
      List<StatusResponse> servers) {
    out.printf(
        Locale.ROOT,
        ROW,
        word(standing),
        status.map(StatusResponse::role).orElse("no answer"),
        status.map(it -> Long.toString(it.progress().commitIndex())).orElse(""),
        member.id(),
        MemberRoll.named(
            status.flatMap(it -> it.self().address()).orElse(lastSeen), member, servers));
  }
}
