package dev.flotilla.server;

import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.server.json.ExecutedJson;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads an executed command back. */
@CommandLine.Command(
    name = "read",
    description = {
      "Reads an executed command back by its uid.",
      "Any server answers, after the leader has confirmed what is committed; --consistency",
      "asks for less.",
      "Without a uid it reads the last one that was applied."
    })
final class ReadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();
  @Mixin private FreshnessOptions freshness = new FreshnessOptions();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  @Parameters(arity = "0..1", defaultValue = "", paramLabel = "UID", description = "The uid.")
  private String uid = "";

  @Override
  public Integer call() throws CommandFailure {
    try (WireClient connected = client.connect(group)) {
      var read =
          uid.isEmpty()
              ? connected.readLast(freshness.options())
              : connected.read(uid, freshness.options());
      return report(connected, read.toCompletableFuture().join());
    }
  }

  private int report(WireClient connected, ReadOutcome<CommandRecord> outcome)
      throws CommandFailure {
    if (outcome instanceof ReadOutcome.Found<CommandRecord> found) {
      if (!json.print(spec.commandLine().getOut(), ExecutedJson.of(found.value()))) {
        print(found.value());
      }
      freshness.explain(found.state(), spec.commandLine().getErr());
      return ExitCode.OK.number();
    }
    if (outcome instanceof ReadOutcome.Unavailable<CommandRecord> unavailable) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          client.explained(connected, group, unavailable.reason(), unavailable.detail()));
    }
    String what = uid.isEmpty() ? "no command at all" : "no command with the uid " + uid;
    throw new CommandFailure(ExitCode.NEGATIVE, "the group has executed " + what);
  }

  private void print(CommandRecord record) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("uid         " + record.uid());
    out.println("index       " + record.position().index());
    out.println("term        " + record.position().term());
    record.command().ifPresent(command -> out.println("command     " + command));
    record.parameters().map(Bytes::toUtf8).ifPresent(text -> out.println("parameters  " + text));
    out.println("success     " + record.answer().success());
    out.println("result      " + record.answer().text());
    out.flush();
  }
}
