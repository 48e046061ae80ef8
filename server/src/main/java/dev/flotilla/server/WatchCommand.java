package dev.flotilla.server;

import dev.flotilla.client.Answer;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.node.statemachine.EscapedText;
import dev.flotilla.server.json.ExecutedJson;
import dev.flotilla.server.json.ResyncJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the commands that a group executes, until it is interrupted. */
@CommandLine.Command(
    name = "watch",
    description = {
      "Prints the commands that a group executes, until interrupted.",
      "A line has the index, the uid, the command, its parameters, 'executed' or 'rejected', and",
      "the result, with tabs between them. 'unknown' stands for what the server does not keep.",
      "'resync FROM NEXT' means: entries from FROM to before NEXT are compacted away.",
      "It goes on at another server when one is lost."
    })
final class WatchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  @Option(
      names = "--from",
      paramLabel = "INDEX",
      description = "The first index to print. Default: the next that is executed.")
  private @Nullable Long from;

  @Override
  public Integer call() throws CommandFailure {
    if (from != null && from < 1) {
      throw new CommandFailure(ExitCode.USAGE, "--from is an index from 1 on, not " + from);
    }
    try (WireClient connected = client.connect(group);
        Watch watch = connected.watch(options(), this::print)) {
      awaitBegin(watch);
      watch.ended().toCompletableFuture().join();
      return ExitCode.OK.number();
    } catch (CompletionException e) {
      String reason = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
      throw new CommandFailure(ExitCode.NEGATIVE, reason, e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private WatchOptions options() {
    return from == null ? WatchOptions.now() : WatchOptions.from(from);
  }

  /** A watch waits for ever, so it prints why. */
  private void awaitBegin(Watch watch) throws CommandFailure {
    CompletableFuture<Void> ended = watch.ended().toCompletableFuture();
    try {
      ended.copy().orTimeout(client.timeoutMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException && watch.nextIndex() == 0) {
        throw new CommandFailure(
            ExitCode.UNAVAILABLE,
            "no server could be watched within %s ms: %s"
                .formatted(
                    client.timeoutMillis(), watch.obstacle().orElse("none has answered yet")),
            e);
      }
    }
  }

  private static String outcome(Answer answer) {
    return answer.success() ? "executed" : "rejected";
  }

  private static Record document(WatchEvent event) {
    return event instanceof WatchEvent.Resync resync
        ? new ResyncJson(resync.fromIndex(), resync.nextIndex())
        : ExecutedJson.of((WatchEvent.Executed) event);
  }

  private void print(WatchEvent event) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.isOn()) {
      json.print(out, document(event));
      return;
    }
    if (event instanceof WatchEvent.Executed executed) {
      StringBuilder line = new StringBuilder().append(executed.position().index()).append('\t');
      EscapedText.append(executed.command().uid(), line);
      EscapedText.append(executed.command().command(), line.append('\t'));
      EscapedText.append(executed.command().parameters(), line.append('\t'));
      line.append('\t').append(executed.answer().map(WatchCommand::outcome).orElse("unknown"));
      line.append('\t');
      executed.answer().flatMap(Answer::value).ifPresent(value -> EscapedText.append(value, line));
      out.println(line);
    } else if (event instanceof WatchEvent.Resync resync) {
      out.println("resync\t" + resync.fromIndex() + "\t" + resync.nextIndex());
    }
    out.flush();
  }
}
