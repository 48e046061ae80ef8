package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.storage.identity.Founder;
import java.util.Optional;

/**
 * What a server is told about the group that it is to join.
 *
 * @param group the group's name
 * @param id the group's id, if an operator chose among several of the name
 * @param self this server, with its address
 * @param pace how fast it asks
 */
public record JoinPlan(String group, Optional<GroupId> id, Founder self, FoundingPlan.Pace pace) {}
