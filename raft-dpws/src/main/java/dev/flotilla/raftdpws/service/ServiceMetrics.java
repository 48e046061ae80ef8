package dev.flotilla.raftdpws.service;

import dev.flotilla.node.NodeMetrics;
import dev.flotilla.node.NodeStatus;
import java.util.Optional;

/**
 * What a server has done since it started, beside its status.
 *
 * @param node its node; absent until the group is founded
 * @param status how the node stands; absent until the group is founded
 * @param requests what clients were answered
 */
public record ServiceMetrics(
    Optional<NodeMetrics> node, Optional<NodeStatus> status, RequestMetrics requests) {}
