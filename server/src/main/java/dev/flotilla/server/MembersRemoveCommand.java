package dev.flotilla.server;

import dev.flotilla.raft.model.Member;
import dev.flotilla.server.json.ChangeJson;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes a member out of a group. */
@CommandLine.Command(
    name = "remove",
    description = {
      "Takes a member out of a group; with --force one that runs, too.",
      "Returns when that is done. A leader that is removed hands over first.",
      "Stop the server afterwards."
    })
final class MembersRemoveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(paramLabel = "ID", description = "The id of the member, or its first characters.")
  private String id = "";

  @Option(
      names = "--force",
      description = "Removes a member that answers the leader, too. Default: refuse that.")
  private boolean forced;

  @Override
  public Integer call() throws CommandFailure {
    Member member = members.remove(id, forced);
    members.report(
        spec, new ChangeJson("removed", member.id().toString(), null), "removed " + member.id());
    return ExitCode.OK.number();
  }
}
