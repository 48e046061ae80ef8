package dev.flotilla;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Rejection;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a {@link ReplicatedState} be the state machine of a node: it lives in memory, and is
 * replayed from the first entry after a restart, or from a snapshot, see {@link RestorableMachine}.
 *
 * <p>A command that cannot be decoded is refused by a leader, and stops the apply of a server that
 * meets it in the log: see {@link StateMachine#objection}. One that is in the log since before the
 * members checked that is rejected, on every server alike.
 */
class TypedStateMachine<C, R> implements StateMachine {
  private static final Logger LOG = LoggerFactory.getLogger(TypedStateMachine.class);

  private final CommandCodec<C> commands;
  private final ResultCodec<C, R> results;
  private final int version;
  private final ReplicatedState<C, R> state;

  TypedStateMachine(
      CommandCodec<C> commands,
      ResultCodec<C, R> results,
      int version,
      ReplicatedState<C, R> state) {
    this.commands = commands;
    this.results = results;
    this.version = version;
    this.state = state;
  }

  @Override
  public int commandsVersion() {
    return version;
  }

  @Override
  public Optional<String> objection(Command command) {
    try {
      commands.decode(command.command(), command.parameters());
      return Optional.empty();
    } catch (CodecException e) {
      return Optional.of(
          "it cannot read command '%s' of version %s or later: %s"
              .formatted(command.command(), version, e.getMessage()));
    }
  }

  @Override
  public OptionalLong fingerprint() {
    return state.fingerprint();
  }

  @Override
  public Optional<Set<String>> topics(Command command, Result result) {
    if (!result.success()) {
      return Optional.of(Set.of());
    }
    if (!result.hasValue()) {
      return Optional.empty();
    }
    try {
      C decoded = commands.decode(command.command(), command.parameters());
      return state.topics(decoded, results.of(decoded).decode(result.value()));
    } catch (CodecException e) {
      return Optional.empty();
    }
  }

  @Override
  public long initialize(Path directory) {
    return 0;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    // Nothing was executed yet in this process; replay fills the node's window.
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return applyAll(List.copyOf(batch));
  }

  @Override
  public List<Result> applyAll(List<Committed> batch) {
    List<Result> answers = new ArrayList<>(batch.size());
    for (Committed committed : batch) {
      if (committed instanceof CommittedCommand command) {
        answers.add(apply(command));
      } else if (committed instanceof SessionEnd end) {
        state.sessionEnded(
            new EndedSession(end.session(), end.position().index(), end.timeMillis()));
      }
    }
    return answers;
  }

  private Result apply(CommittedCommand committed) {
    Command command = committed.command();
    try {
      C decoded = commands.decode(command.command(), command.parameters());
      if (decoded instanceof Query) {
        return rejected(command.command() + " is a query; it is not to be logged");
      }
      CommandContext context =
          new CommandContext(
              committed.position().index(), committed.timeMillis(), committed.session());
      return executed(decoded, state.apply(decoded, context));
    } catch (Rejected e) {
      return Result.rejected(e.rejection().encoded());
    } catch (CodecException e) {
      return rejected(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Deterministic like the rest: a result that cannot be carried must not stop every server. Nor
   * must the command be called rejected, since whoever sent it would send it once more.
   */
  private Result executed(C command, R result) {
    try {
      return Result.ok(results.of(command).encode(result));
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "{} was executed, but its result cannot be carried: {}",
          commands.nameOf(command),
          e.getMessage());
      return Result.okWithoutValue();
    }
  }

  @Override
  public Result query(Bytes query) {
    try {
      Queries.Named named = Queries.decode(query);
      C decoded = commands.decode(named.command(), named.parameters());
      if (!(decoded instanceof Query)) {
        return rejected(named.command() + " changes the state; it has to be logged");
      }
      return answered(decoded, state.answer(decoded));
    } catch (Rejected e) {
      return Result.rejected(e.rejection().encoded());
    } catch (CodecException e) {
      return rejected(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void terminate() {
    // Nothing is held but memory.
  }

  private Result answered(C query, R answer) {
    try {
      return Result.ok(results.of(query).encode(answer));
    } catch (IllegalArgumentException e) {
      return rejected("the answer cannot be carried: " + e.getMessage());
    }
  }

  private static Result rejected(String reason) {
    return Result.rejected(new Rejection(reason, Optional.empty()).encoded());
  }
}
