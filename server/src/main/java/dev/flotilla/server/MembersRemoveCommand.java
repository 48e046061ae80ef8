package dev.flotilla.server;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes a member out of a group. */
@CommandLine.Command(
    name = "remove",
    description = {
      "Takes a member out of a group, whether it runs or not.",
      "Returns when that is done. A leader that is removed hands over first.",
      "Stop the server afterwards."
    })
final class MembersRemoveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(paramLabel = "ID", description = "The id of the member, or its first characters.")
  private String id = "";

  @Override
  public Integer call() throws CommandFailure {
    Member member = members.ask(RaftOperations.REMOVE_MEMBER, id);
    spec.commandLine().getOut().println("removed " + member.id());
    return ExitCode.OK.number();
  }
}
