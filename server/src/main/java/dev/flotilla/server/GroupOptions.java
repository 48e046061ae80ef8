package dev.flotilla.server;

import dev.flotilla.CommandRefused;
import dev.flotilla.CommandRejected;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.ResultUnavailable;
import dev.flotilla.bdb.KeyValueRejected;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.recipes.RecipesFull;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that use one group by a typed client, and how their calls end. */
final class GroupOptions {
  @Mixin private ClientOptions client = new ClientOptions();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  /** What is done with a connection. */
  @FunctionalInterface
  interface Task {
    /** Returns the exit code. */
    int run(WireClient connection) throws CommandFailure, IOException, InterruptedException;
  }

  String group() {
    return group;
  }

  int timeoutMillis() throws CommandFailure {
    return client.timeoutMillis();
  }

  /**
   * Connects, runs a task, and says by the exit code how it ended.
   *
   * @param kind the --state-machine that the group needs
   */
  int run(String kind, Task task) throws CommandFailure {
    try (WireClient connection = client.connect(group)) {
      return run(connection, task);
    } catch (ResultUnavailable | IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "group %s does not answer as one with --state-machine %s does; see what its servers were started with (%s)"
              .formatted(group, kind, e.getMessage()),
          e);
    }
  }

  private int run(WireClient connection, Task task) throws CommandFailure {
    try {
      return task.run(connection);
    } catch (KeyValueRejected | RecipesFull | CommandRejected e) {
      throw new CommandFailure(ExitCode.NEGATIVE, "rejected: " + e.getMessage(), e);
    } catch (CommandRefused e) {
      String reason =
          client.explained(connection, group, e.reason(), String.valueOf(e.getMessage()));
      ExitCode code =
          e.reason() == RefusalReason.FORBIDDEN ? ExitCode.NEGATIVE : ExitCode.UNAVAILABLE;
      throw new CommandFailure(code, reason, e);
    } catch (OutcomeUnknown e) {
      throw new CommandFailure(
          ExitCode.UNKNOWN, "it may have been executed, or may still be: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.INTERNAL, "interrupted", e);
    }
  }
}
