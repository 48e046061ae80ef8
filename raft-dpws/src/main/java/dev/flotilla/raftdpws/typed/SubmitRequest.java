package dev.flotilla.raftdpws.typed;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * Submit: a command to execute once.
 *
 * @param uid identifies the command; the group executes the commands of one uid once. Absent: the
 *     server makes one, and a lost answer cannot be asked for again
 * @param name the name of the command
 * @param parameters its parameters
 * @param commandsVersion the version of the command set in which the command appeared, from 1
 */
public record SubmitRequest(
    Optional<String> uid, String name, Bytes parameters, int commandsVersion) {}
