package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.LogPosition;

/**
 * The trace that an executed command leaves, by which a retry gets the first result.
 *
 * @param position where the command stands in the log
 * @param uid the command's uid
 * @param fingerprint {@link dev.flotilla.raft.model.Command#fingerprint()} of the command
 * @param result what the state machine answered
 */
public record Execution(LogPosition position, String uid, long fingerprint, Result result) {}
