package dev.flotilla.server;

import dev.flotilla.client.Answer;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.server.json.AnswerJson;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the state machine of a group, and prints what it answers. */
@CommandLine.Command(
    name = "query",
    description = {
      "Queries the state machine of the group and prints the answer.",
      "Any server answers, after the leader has confirmed what is committed; --consistency",
      "asks for less.",
      "Fields are sent with a tab between: 'query get KEY' or 'query list FROM TO 100' of a",
      "key-value store, 'query \"last 10\"' of a journal."
    })
final class QueryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();
  @Mixin private FreshnessOptions freshness = new FreshnessOptions();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  @Parameters(arity = "1..*", paramLabel = "FIELD", description = "The question.")
  private List<String> fields = new ArrayList<>();

  @Override
  public Integer call() throws CommandFailure {
    Bytes question = Bytes.utf8(TextFields.line(fields));
    try (WireClient connected = client.connect(group)) {
      return report(
          connected, connected.query(question, freshness.options()).toCompletableFuture().join());
    }
  }

  private int report(WireClient connected, ReadOutcome<Answer> outcome) throws CommandFailure {
    if (outcome instanceof ReadOutcome.Found<Answer> found) {
      if (!found.value().success()) {
        throw new CommandFailure(ExitCode.NEGATIVE, "rejected: " + found.value().text());
      }
      String answer = found.value().text();
      if (!json.print(spec.commandLine().getOut(), AnswerJson.of(answer, found.state()))) {
        print(answer);
        freshness.explain(found.state(), spec.commandLine().getErr());
      }
      return ExitCode.OK.number();
    }
    if (outcome instanceof ReadOutcome.Unavailable<Answer> unavailable) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          client.explained(connected, group, unavailable.reason(), unavailable.detail()));
    }
    throw new CommandFailure(ExitCode.NEGATIVE, "the group answers no queries");
  }

  /** Lists end with their last line's end; other answers have none. */
  private void print(String answer) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(answer);
    if (!answer.isEmpty() && !answer.endsWith("\n")) {
      out.println();
    }
    out.flush();
  }
}
