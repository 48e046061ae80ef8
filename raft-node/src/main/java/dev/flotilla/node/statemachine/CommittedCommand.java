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
 * @param activeVersion the version of the application's commands that was active in the group at
 *     this position, the same on every member. A machine executes a command of a later version as
 *     its program of the active version does: older members have done so
 */
public record CommittedCommand(
    LogPosition position, long timeMillis, Command command, int activeVersion)
    implements Committed {
  /** A command in a group in which every version is active. */
  public CommittedCommand(LogPosition position, long timeMillis, Command command) {
    this(position, timeMillis, command, Integer.MAX_VALUE);
  }

  /** Likewise from the very beginning, log time 0. */
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
