package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SessionTag;
import java.util.List;
import java.util.OptionalLong;

/**
 * A committed command on its way to the state machine.
 *
 * @param position where it stands in the log
 * @param timeMillis the log time of its entry
 * @param command the command
 */
public record CommittedCommand(LogPosition position, long timeMillis, Command command)
    implements Committed {
  /** A command from the very beginning, log time 0. */
  public CommittedCommand(LogPosition position, Command command) {
    this(position, 0, command);
  }

  /** The id of the client's session; empty for a command without one. */
  public OptionalLong session() {
    return command.session().stream().mapToLong(SessionTag::session).findFirst();
  }

  /** The commands of a batch, in order. */
  static List<CommittedCommand> of(List<Committed> batch) {
    return batch.stream()
        .filter(CommittedCommand.class::isInstance)
        .map(CommittedCommand.class::cast)
        .toList();
  }
}
