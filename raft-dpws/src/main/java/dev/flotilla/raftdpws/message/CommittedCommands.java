package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NumberLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Part of the log of a group on its way to somebody who watches it: the commands that one server
 * has executed, from an index through another (safety rule 13).
 *
 * @param group the group
 * @param server who has executed them
 * @param fromIndex the first entry that this part covers
 * @param throughIndex the last one; one less than the first if the part is empty
 * @param lostFromIndex the first of the entries before this part that the watcher wanted and the
 *     server has no more, since they are compacted away; empty if none is missing
 * @param leaderKnown whether the server knows a leader: one that is cut off may be far behind
 * @param commands the commands among those entries that were executed, in order
 */
public record CommittedCommands(
    GroupId group,
    Member server,
    long fromIndex,
    long throughIndex,
    OptionalLong lostFromIndex,
    boolean leaderKnown,
    List<Executed> commands) {
  /**
   * A command that was executed.
   *
   * @param entry its entry
   * @param outcome how it ended; empty if the server does not keep that any more, or is too old to
   *     report it
   */
  public record Executed(Entry entry, Optional<Outcome> outcome) {}

  /**
   * How a command ended.
   *
   * @param success whether the state machine accepted it
   * @param result what the state machine answered, if there is an answer
   */
  public record Outcome(boolean success, Optional<Bytes> result) {}

  /** Copies the list, and rejects what is no part of a log. */
  public CommittedCommands {
    commands = List.copyOf(commands);
    NumberLimits.requireWithin("index", throughIndex, NumberLimits.MAX_INDEX);
    if (fromIndex < 1 || throughIndex < fromIndex - 1) {
      throw new IllegalArgumentException(
          "a part of the log from " + fromIndex + " through " + throughIndex);
    }
    if (lostFromIndex.isPresent()
        && (lostFromIndex.getAsLong() < 1 || lostFromIndex.getAsLong() >= fromIndex)) {
      throw new IllegalArgumentException(
          "entries lost from " + lostFromIndex.getAsLong() + " before " + fromIndex);
    }
    long before = fromIndex - 1;
    for (Executed executed : commands) {
      Entry entry = executed.entry();
      if (entry.index() <= before || !(entry.payload() instanceof Command)) {
        throw new IllegalArgumentException("no command after index " + before + ": " + entry);
      }
      before = entry.index();
    }
    if (before > Math.max(throughIndex, fromIndex - 1)) {
      throw new IllegalArgumentException("a command at " + before + " after " + throughIndex);
    }
  }
}
