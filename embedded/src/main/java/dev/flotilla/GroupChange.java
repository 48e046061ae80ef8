package dev.flotilla;

/**
 * What a watch of a {@link FlotillaClient} delivers. Immutable.
 *
 * @param <C> the command type
 */
public sealed interface GroupChange<C> {
  /**
   * The group has executed a command: it is committed and applied (safety rule 13). The state may
   * have rejected it.
   *
   * @param index its place in the log; the indexes of a watch rise, and none comes twice
   * @param timeMillis the log time at which its leader appended it
   * @param uid under which its client sent it
   * @param command what was executed
   */
  record Executed<C>(long index, long timeMillis, String uid, C command)
      implements GroupChange<C> {}

  /**
   * The group has executed a command that this program cannot read, such as one of a later version.
   *
   * @param index its place in the log
   * @param uid under which its client sent it
   * @param name its name
   * @param reason why it cannot be read
   */
  record Unreadable<C>(long index, String uid, String name, String reason)
      implements GroupChange<C> {}

  /**
   * Commands are missing, since the servers have compacted their logs: read the state itself by a
   * query, which has the effect of all of them.
   *
   * @param fromIndex the first entry that was wanted and is missing
   * @param nextIndex where the watch goes on
   */
  record Missing<C>(long fromIndex, long nextIndex) implements GroupChange<C> {}
}
