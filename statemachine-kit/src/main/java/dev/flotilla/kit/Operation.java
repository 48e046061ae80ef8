package dev.flotilla.kit;

import dev.flotilla.raft.model.Bytes;

/**
 * What a drawn command does; the kit gives it a uid and a place in the log.
 *
 * @param command the operation, as {@link dev.flotilla.raft.model.Command#command()}
 * @param parameters its parameters
 */
public record Operation(String command, Bytes parameters) {}
