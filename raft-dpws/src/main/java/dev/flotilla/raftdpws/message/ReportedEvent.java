package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;

/**
 * An event on its way to subscribers.
 *
 * @param group the group
 * @param server who reports it
 * @param event what has happened
 */
public record ReportedEvent<E extends GroupEvent>(GroupId group, Member server, E event) {}
