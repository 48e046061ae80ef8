package dev.flotilla.client;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.util.Optional;

/**
 * An executed command, as the group remembers it.
 *
 * @param uid its uid
 * @param position its place in the log
 * @param command the command, where the state machine keeps it
 * @param parameters its parameters, where the state machine keeps them
 * @param answer what the state machine answered
 */
public record CommandRecord(
    String uid,
    LogPosition position,
    Optional<String> command,
    Optional<Bytes> parameters,
    Answer answer) {}
