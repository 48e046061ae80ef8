package dev.flotilla.server;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.server.json.ChangeJson;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has a member take a snapshot of its state. */
@CommandLine.Command(
    name = "snapshot",
    description = {
      "Makes a member take a snapshot now and delete its older log.",
      "Returns when the member has the request. 'flotilla status' shows when the snapshot is there."
          + " A",
      "full disk may prevent it. Members also take snapshots without this command."
    })
final class MembersSnapshotCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(paramLabel = "ID", description = "The id of the member, or its first characters.")
  private String id = "";

  @Override
  public Integer call() throws CommandFailure {
    try (WireClient connected = members.connect()) {
      MemberRoll roll = members.roll(connected);
      Member member = roll.member(id);
      MemberRequest request = new MemberRequest(Optional.of(roll.group()), Optional.of(member));
      members.end(
          connected,
          connected
              .administerAt(addressOf(roll, member), RaftOperations.TAKE_SNAPSHOT, request)
              .toCompletableFuture()
              .join());
      members.report(
          spec,
          new ChangeJson("snapshot", member.id().toString(), null),
          "snapshot asked of " + member.id());
    }
    return ExitCode.OK.number();
  }

  private static URI addressOf(MemberRoll roll, Member member) throws CommandFailure {
    return roll.statusOf(member)
        .flatMap(status -> status.self().address())
        .map(URI::create)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.UNAVAILABLE, member.id() + " does not answer; is it running?"));
  }
}
