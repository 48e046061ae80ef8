package dev.flotilla.node.outcome;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.util.Optional;

/**
 * What is known of a command that was executed.
 *
 * @param position where it stands in the log
 * @param uid its uid
 * @param command the command itself, if the state machine keeps a journal
 * @param success whether the state machine accepted it
 * @param result what the state machine answered; absent if that was so long ago that so large a
 *     result is no longer kept, or if it has no value
 */
public record ExecutedCommand(
    LogPosition position,
    String uid,
    Optional<Command> command,
    boolean success,
    Optional<Bytes> result) {}
