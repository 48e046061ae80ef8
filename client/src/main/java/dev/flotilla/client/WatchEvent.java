package dev.flotilla.client;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.util.Optional;

/** What a {@link Watch} tells. Immutable. */
public sealed interface WatchEvent {
  /**
   * The group has executed a command: it is on the disks of a majority, and the server that tells
   * of it has applied it.
   *
   * @param position its place in the log; the indexes of a watch rise, and none comes twice
   * @param timeMillis the log time at which its leader appended it
   * @param command the command with its uid
   * @param answer what the state machine answered, without success if it rejected the command;
   *     empty if the server does not keep it any more: it keeps those of the last 4,096 commands
   */
  record Executed(LogPosition position, long timeMillis, Command command, Optional<Answer> answer)
      implements WatchEvent {}

  /**
   * Some commands cannot be told any more, since the servers have compacted their logs: read the
   * state itself by a query, which holds them all.
   *
   * @param fromIndex the first entry that was wanted and is missing
   * @param nextIndex where the watch goes on
   */
  record Resync(long fromIndex, long nextIndex) implements WatchEvent {}
}
