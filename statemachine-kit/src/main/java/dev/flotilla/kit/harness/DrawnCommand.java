package dev.flotilla.kit.harness;

import dev.flotilla.raft.model.Bytes;

/**
 * What a command does that was drawn, before it has a uid and a place in the log.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 *
 * @param command the operation
 * @param parameters its parameters
 */
public record DrawnCommand(String command, Bytes parameters) {}
