package dev.flotilla;

import java.util.Optional;

/**
 * What a watch of a {@link FlotillaClient} delivers. Immutable.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public sealed interface GroupChange<C, R> {
  /**
   * The group has executed a command: it is on the disks of a majority, and the server that tells
   * of it has applied it.
   *
   * @param index its place in the log; the indexes of a watch rise, and none comes twice
   * @param timeMillis the log time at which its leader appended it
   * @param uid under which its client sent it
   * @param command what was executed
   * @param outcome {@link Outcome.Done}, {@link Outcome.DoneWithoutResult} or, if the state
   *     rejected the command, {@link Outcome.Rejected}; empty if the server does not keep it any
   *     more: it keeps those of the last 4,096 commands
   */
  record Executed<C, R>(
      long index, long timeMillis, String uid, C command, Optional<Outcome<R>> outcome)
      implements GroupChange<C, R> {}

  /**
   * The group has executed a command that this program cannot read, such as one of a later version.
   *
   * @param index its place in the log
   * @param uid under which its client sent it
   * @param name its name
   * @param reason why it cannot be read
   */
  record Unreadable<C, R>(long index, String uid, String name, String reason)
      implements GroupChange<C, R> {}

  /**
   * Commands are missing, since the servers have compacted their logs: read the state itself by a
   * query, which has the effect of all of them.
   *
   * @param fromIndex the first entry that was wanted and is missing
   * @param nextIndex where the watch goes on
   */
  record Missing<C, R>(long fromIndex, long nextIndex) implements GroupChange<C, R> {}
}
