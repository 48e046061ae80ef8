package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;

/**
 * All that a machine with a journal keeps of an executed command.
 *
 * @param position where the command stands in the log
 * @param command the command, with its uid and parameters
 * @param result what the machine answered
 */
public record JournalRecord(LogPosition position, Command command, Result result) {}
