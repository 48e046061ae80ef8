package dev.flotilla.server;

import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchFailure;
import dev.flotilla.node.statemachine.EscapedText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
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
      "A line has the index, the uid, the command and its parameters, with tabs between them.",
      "'resync FROM NEXT' means: entries from FROM to before NEXT are compacted away.",
      "It goes on at another server when one is lost."
    })
final class WatchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();

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
    OptionalLong start = from == null ? OptionalLong.empty() : OptionalLong.of(from);
    try (GroupClient connected = client.connect(group);
        Watch watch = connected.watch(start, this::print)) {
      watch.ended().toCompletableFuture().join();
      return ExitCode.OK.number();
    } catch (CompletionException e) {
      String reason = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
      boolean isOther =
          e.getCause() instanceof WatchFailure failure
              && failure.reason() != WatchFailure.Reason.UNAVAILABLE;
      throw new CommandFailure(isOther ? ExitCode.NEGATIVE : ExitCode.UNAVAILABLE, reason, e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  private void print(WatchEvent event) {
    PrintWriter out = spec.commandLine().getOut();
    if (event instanceof WatchEvent.Executed executed) {
      StringBuilder line = new StringBuilder().append(executed.position().index()).append('\t');
      EscapedText.append(executed.command().uid(), line);
      EscapedText.append(executed.command().command(), line.append('\t'));
      EscapedText.append(executed.command().parameters(), line.append('\t'));
      out.println(line);
    } else if (event instanceof WatchEvent.Resync resync) {
      out.println("resync\t" + resync.fromIndex() + "\t" + resync.nextIndex());
    }
    out.flush();
  }
}
