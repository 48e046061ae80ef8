package dev.flotilla.server;

import dev.flotilla.client.GroupClient;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.wire.MemberRequest;
import dev.flotilla.raftdpws.wire.RaftOperations;
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
      "Has a member take a snapshot now, and drop its older log.",
      "Returns when it was asked; 'flotilla status' tells when it is there, and a full disk may be",
      "too full for it. Members take snapshots by themselves, too."
    })
final class MembersSnapshotCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(paramLabel = "ID", description = "The member's id, or how it begins.")
  private String id = "";

  @Override
  public Integer call() throws CommandFailure {
    try (GroupClient connected = members.connect()) {
      MemberRoll roll = members.roll(connected);
      Member member = roll.member(id);
      MemberRequest request = new MemberRequest(Optional.of(roll.group()), Optional.of(member));
      members.end(
          connected,
          connected
              .administerAt(addressOf(roll, member), RaftOperations.TAKE_SNAPSHOT, request)
              .toCompletableFuture()
              .join());
      spec.commandLine().getOut().println("snapshot asked of " + member.id());
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
