package dev.flotilla.server;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.server.json.ChangeJson;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a server a member of a group. */
@CommandLine.Command(
    name = "add",
    description = {
      "Makes a server that was started with --join a member.",
      "Returns when the server has caught up and votes.",
      "Replaces its earlier incarnation.",
      "Without an ID it adds the only server that waits."
    })
final class MembersAddCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(
      arity = "0..1",
      defaultValue = "",
      paramLabel = "ID",
      description = "The id of the server, or its first characters.")
  private String id = "";

  @Option(
      names = "--as",
      paramLabel = "STANDING",
      defaultValue = "voter",
      description = "voter, learner (gets the log, does not vote) or witness (votes, no state).")
  private String as = "voter";

  @Option(
      names = "--replacing",
      paramLabel = "ID",
      description =
          "A member to remove in the same change, for example one that lost its directory.")
  private @Nullable String replacing;

  @Option(
      names = "--force",
      description = "Replaces a member that answers the leader, too. Default: refuse that.")
  private boolean forced;

  @Override
  public Integer call() throws CommandFailure {
    MemberStatus standing = standing();
    try (WireClient connected = members.connect()) {
      Optional<String> wanted = id.isEmpty() ? Optional.empty() : Optional.of(id);
      MemberRoll roll = members.rollWith(connected, wanted);
      var newcomer = roll.newcomer(wanted).self();
      Optional<NodeId> replaced =
          replacing == null ? Optional.empty() : Optional.of(roll.member(replacing).id());
      members.ask(
          connected,
          RaftOperations.ADD_MEMBER,
          new AddMemberRequest(
              Optional.of(roll.group()),
              newcomer.member(),
              newcomer.address(),
              standing,
              replaced,
              forced));
      members.report(
          spec,
          new ChangeJson("added", newcomer.member().id().toString(), as),
          "added " + newcomer.member().id() + " as " + as);
    }
    return ExitCode.OK.number();
  }

  private MemberStatus standing() throws CommandFailure {
    return switch (as) {
      case "voter" -> MemberStatus.VOTER;
      case "learner" -> MemberStatus.LEARNER;
      case "witness" -> MemberStatus.WITNESS;
      default ->
          throw new CommandFailure(
              ExitCode.USAGE, "--as is voter, learner or witness, not '" + as + "'");
    };
  }
}
