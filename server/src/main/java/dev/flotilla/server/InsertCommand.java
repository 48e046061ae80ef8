package dev.flotilla.server;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.server.json.InsertJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Inserts one command, or one for each line of standard input, in order. */
@CommandLine.Command(
    name = "insert",
    description = {
      "Inserts a command, and prints its uid, outcome and result.",
      "With '-' it inserts one command for each line of standard input, in order: the command,",
      "a blank or tab, its parameters, which are sent as they stand, blanks at their end too.",
      "It goes on after refusals; the exit code tells the worst.",
      "It stops at a line that is not UTF-8 or too long, and when nobody reads its output."
    })
final class InsertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  @Option(
      names = "--uid",
      paramLabel = "UID",
      description = "Repeats an earlier attempt: what was executed under the uid is not repeated.")
  private @Nullable String uid;

  @Parameters(index = "0", paramLabel = "COMMAND", description = "The command, or '-'.")
  private String command = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PARAMETERS",
      description = "Its parameters; several are sent with a tab between.")
  private List<String> parameters = new ArrayList<>();

  @Override
  public Integer call() throws CommandFailure, IOException {
    checkArguments();
    try (WireClient connected = client.connect(group)) {
      if (!command.equals("-")) {
        String fresh = uid == null ? "urn:uuid:" + UUID.randomUUID() : uid;
        return insert(connected, fresh, command, TextFields.line(parameters)).number();
      }
      return insertLines(connected).number();
    }
  }

  private void checkArguments() throws CommandFailure {
    if (uid != null && (uid.isEmpty() || uid.length() > Command.MAX_UID_CHARS)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--uid has 1 to " + Command.MAX_UID_CHARS + " characters, not " + uid.length());
    }
    TextFields.requireText(
        uid + command + parameters,
        "use UTF-8 in a UTF-8 locale, or 'insert -' and standard input");
  }

  private ExitCode insertLines(WireClient connected) throws IOException, CommandFailure {
    if (uid != null) {
      throw new CommandFailure(ExitCode.USAGE, "--uid names one command; it does not go with '-'");
    }
    TextLines lines = new TextLines(System.in);
    ExitCode worst = ExitCode.OK;
    try {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        if (line.get().isBlank()) {
          continue;
        }
        worst = worse(insertLine(connected, line.get()), worst);
        if (isNobodyListening()) {
          throw new CommandFailure(
              ExitCode.UNKNOWN,
              "standard output is gone, so it stopped; line "
                  + lines.number()
                  + " was the last one sent, and its outcome could not be told");
        }
      }
      return worst;
    } catch (CommandFailure e) {
      throw new CommandFailure(worse(e.exitCode(), worst), String.valueOf(e.getMessage()), e);
    }
  }

  private ExitCode insertLine(WireClient connected, String line) {
    String ended = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    String[] parts = ended.stripLeading().split("[ \t]", 2);
    String freshUid = "urn:uuid:" + UUID.randomUUID();
    return insert(connected, freshUid, parts[0], parts.length == 2 ? parts[1] : "");
  }

  /** The writer of the command line does not see what the stream below it swallows. */
  private boolean isNobodyListening() {
    return spec.commandLine().getOut().checkError() || System.out.checkError();
  }

  /** What may have been executed is worse than what was not, and that is worse than a rejection. */
  private static ExitCode worse(ExitCode one, ExitCode other) {
    List<ExitCode> ranked =
        List.of(
            ExitCode.OK, ExitCode.NEGATIVE, ExitCode.UNAVAILABLE, ExitCode.USAGE, ExitCode.UNKNOWN);
    return ranked.indexOf(one) > ranked.indexOf(other) ? one : other;
  }

  private ExitCode insert(WireClient connected, String commandUid, String name, String text) {
    Command built = new Command(commandUid, name, Bytes.utf8(text));
    // Under a given uid something may have been executed that no refusal disproves.
    var end = uid == null ? connected.insert(built) : connected.insertAgain(built);
    CommandOutcome outcome = end.toCompletableFuture().join();
    if (outcome instanceof CommandOutcome.Executed executed) {
      boolean accepted = executed.answer().success();
      String word = accepted ? "executed" : "rejected";
      print(new InsertJson(commandUid, word, executed.answer().text(), null, null));
      return accepted ? ExitCode.OK : ExitCode.NEGATIVE;
    }
    PrintWriter err = spec.commandLine().getErr();
    if (outcome instanceof CommandOutcome.Refused refused) {
      String reason = client.explained(connected, group, refused.reason(), refused.detail());
      print(new InsertJson(commandUid, "refused", null, word(refused.reason()), reason));
      err.println("flotilla insert: refused, certainly not executed: " + reason);
      return refused.reason() == RefusalReason.INVALID ? ExitCode.NEGATIVE : ExitCode.UNAVAILABLE;
    }
    String detail = ((CommandOutcome.Unknown) outcome).detail();
    print(new InsertJson(commandUid, "unknown", null, null, detail));
    err.println("flotilla insert: unknown; insert again with --uid " + commandUid);
    return ExitCode.UNKNOWN;
  }

  private static String word(RefusalReason reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void print(InsertJson end) {
    PrintWriter out = spec.commandLine().getOut();
    if (!json.print(out, end)) {
      String last = end.result() == null ? end.detail() : end.result();
      out.println(end.uid() + "\t" + end.outcome() + "\t" + last);
      out.flush();
    }
  }
}
