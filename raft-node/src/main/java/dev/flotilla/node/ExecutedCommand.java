package dev.flotilla.node;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;
import java.util.Optional;

/**
 * What is known of a command that was executed.
 *
 * @param position where it stands in the log
 * @param uid its uid
 * @param command the command itself, if the state machine keeps a journal
 * @param result what the state machine answered
 */
public record ExecutedCommand(
    LogPosition position, String uid, Optional<Command> command, Result result) {}
