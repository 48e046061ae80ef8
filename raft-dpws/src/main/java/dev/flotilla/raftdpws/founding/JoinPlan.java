package dev.flotilla.raftdpws.founding;

import dev.flotilla.node.log.Founder;

/**
 * What a server is told about the group that it is to join.
 *
 * @param group the group's name
 * @param self this server, with its address
 * @param pace how fast it asks
 */
public record JoinPlan(String group, Founder self, FoundingPlan.Pace pace) {}
