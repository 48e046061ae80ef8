package dev.flotilla.server;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.server.json.ChangeJson;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has the leader of a group hand over. */
@CommandLine.Command(
    name = "transfer",
    description = {
      "Transfers leadership to another member.",
      "Default: the member whose log is most complete."
    })
final class MembersTransferCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(
      arity = "0..1",
      defaultValue = "",
      paramLabel = "ID",
      description = "The id of the next leader, or its first characters.")
  private String id = "";

  @Override
  public Integer call() throws CommandFailure {
    try (WireClient connected = members.connect()) {
      MemberRoll roll = members.roll(connected);
      Optional<Member> next = id.isEmpty() ? Optional.empty() : Optional.of(roll.member(id));
      members.ask(
          connected,
          RaftOperations.TRANSFER_LEADERSHIP,
          new MemberRequest(Optional.of(roll.group()), next));
      String leader = next.map(it -> it.id().toString()).orElse("another member");
      members.report(
          spec,
          new ChangeJson("transferred", next.map(it -> it.id().toString()).orElse(null), null),
          "transferred to " + leader);
    }
    return ExitCode.OK.number();
  }
}
