package dev.flotilla.server;

import dev.flotilla.CommandRefused;
import dev.flotilla.CommandRejected;
import dev.flotilla.Outcome;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.ResultUnavailable;
import dev.flotilla.bdb.KeyValueRejected;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.recipes.RecipesFull;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that use one group by a typed client, and how their calls end. */
final class GroupOptions {
  private static final Pattern COUNT = Pattern.compile("\\d+");

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

  /** What a group must be for a command: a --state-machine. */
  enum MachineKind {
    KEY_VALUE("key-value"),
    RECIPES("recipes");

    private final String word;

    MachineKind(String word) {
      this.word = word;
    }
  }

  /**
   * Connects, asks whether the group is of a kind, runs a task, and says by the exit code how it
   * ended. A group of another kind executes nothing.
   */
  int run(MachineKind kind, Task task) throws CommandFailure {
    try (WireClient connection = client.connect(group)) {
      return run(kind, connection, task);
    }
  }

  private int run(MachineKind kind, WireClient connection, Task task) throws CommandFailure {
    try {
      Optional<String> otherAnswer =
          switch (kind) {
            case KEY_VALUE -> noCount(connection);
            case RECIPES -> noRecipe(connection);
          };
      if (otherAnswer.isPresent()) {
        throw anotherKind(kind, otherAnswer.get(), null);
      }
      return task.run(connection);
    } catch (ResultUnavailable e) {
      throw anotherKind(kind, String.valueOf(e.getMessage()), e);
    } catch (KeyValueRejected | RecipesFull | CommandRejected e) {
      throw new CommandFailure(ExitCode.NEGATIVE, "rejected: " + e.getMessage(), e);
    } catch (CommandRefused e) {
      throw refused(connection, e.reason(), String.valueOf(e.getMessage()), e);
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

  private CommandFailure anotherKind(MachineKind kind, String answer, @Nullable Throwable cause) {
    return new CommandFailure(
        ExitCode.USAGE,
        "group %s does not answer as one with --state-machine %s does; see what its servers were started with (%s)"
            .formatted(group, kind.word, answer),
        cause);
  }

  /** What a group answers that cannot count its pairs; empty if it can. */
  private Optional<String> noCount(WireClient connection) throws CommandFailure {
    ReadOutcome<Answer> outcome =
        connection.query(KeyValueText.count(), ReadOptions.local()).toCompletableFuture().join();
    if (outcome instanceof ReadOutcome.Unavailable<Answer> unavailable) {
      return unread(connection, unavailable.reason(), unavailable.detail());
    }
    if (!(outcome instanceof ReadOutcome.Found<Answer> found)) {
      return Optional.of("it answers no queries");
    }
    String text = found.value().text();
    boolean isCount = found.value().success() && COUNT.matcher(text).matches();
    return isCount ? Optional.empty() : Optional.of(text);
  }

  /** What a group answers that knows no recipes; empty if it does. */
  @SuppressWarnings("resource") // The caller closes the connection.
  private Optional<String> noRecipe(WireClient connection) throws CommandFailure {
    Outcome<RecipeAnswer> outcome =
        Recipes.group(group)
            .over(connection)
            .ask(new RecipeCommand.Value(Kind.COUNTER, group), ReadOptions.local())
            .join()
            .outcome();
    if (outcome instanceof Outcome.Refused<RecipeAnswer> refused) {
      return unread(connection, refused.reason(), refused.detail());
    } else if (outcome instanceof Outcome.Rejected<RecipeAnswer> rejected) {
      return Optional.of(rejected.reason());
    } else if (outcome instanceof Outcome.DoneWithoutResult<RecipeAnswer> unread) {
      return Optional.of(unread.reason());
    }
    return Optional.empty();
  }

  /** Whoever may not read may still give commands. */
  private Optional<String> unread(WireClient connection, RefusalReason reason, String detail)
      throws CommandFailure {
    if (reason == RefusalReason.FORBIDDEN) {
      return Optional.empty();
    }
    throw refused(connection, reason, detail, null);
  }

  private CommandFailure refused(
      WireClient connection, RefusalReason reason, String detail, @Nullable Throwable cause) {
    return new CommandFailure(
        reason == RefusalReason.FORBIDDEN ? ExitCode.NEGATIVE : ExitCode.UNAVAILABLE,
        client.explained(connection, group, reason, detail),
        cause);
  }
}
