package dev.flotilla.client;

import dev.flotilla.raft.Bytes;

/**
 * What the state machine answered.
 *
 * @param success false when the state machine rejected the command or did not understand the query
 * @param value the answer, in the state machine's own language
 */
public record Answer(boolean success, Bytes value) {}
