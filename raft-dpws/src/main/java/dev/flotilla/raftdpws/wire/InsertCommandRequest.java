package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.Command;
import dev.flotilla.raft.GroupId;
import java.util.Optional;

/**
 * A client's command.
 *
 * @param command the command
 * @param group the group that the client means, once it knows; another group refuses the command
 */
public record InsertCommandRequest(Command command, Optional<GroupId> group) {}
