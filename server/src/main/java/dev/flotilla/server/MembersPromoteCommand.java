package dev.flotilla.server;

import dev.flotilla.raft.model.Member;
import dev.flotilla.server.json.ChangeJson;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a learner a voter. */
@CommandLine.Command(
    name = "promote",
    description = "Makes a learner a voter when it has caught up. Returns then.")
final class MembersPromoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private MemberOptions members = new MemberOptions();

  @Parameters(paramLabel = "ID", description = "The id of the learner, or its first characters.")
  private String id = "";

  @Override
  public Integer call() throws CommandFailure {
    Member member = members.promote(id);
    members.report(
        spec, new ChangeJson("promoted", member.id().toString(), null), "promoted " + member.id());
    return ExitCode.OK.number();
  }
}
