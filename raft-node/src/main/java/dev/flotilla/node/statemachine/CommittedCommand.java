package dev.flotilla.node.statemachine;

import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;

/**
 * A committed command on its way to the state machine.
 *
 * @param position where it stands in the log
 * @param command the command
 */
public record CommittedCommand(LogPosition position, Command command) {}
