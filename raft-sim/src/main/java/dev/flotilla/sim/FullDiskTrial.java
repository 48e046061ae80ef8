package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A leader whose disk is full for good: as soon as it can set no more room aside, it must hand over
 * to another that has room (safety rule 11). The disk is slow as well, so that commands wait to be
 * written while the room comes to its end. For a time without other faults.
 */
final class FullDiskTrial {
  private static final long SLOW_NANOS = 80_000_000;

  private final SimulatedServer leader;
  private final List<SimulatedServer> servers;

  private FullDiskTrial(SimulatedServer leader, List<SimulatedServer> servers) {
    this.leader = leader;
    this.servers = servers;
  }

  /** Fills the disk of whoever leads, if there is another who could. */
  static Optional<FullDiskTrial> begin(List<SimulatedServer> servers) {
    Optional<SimulatedServer> leader =
        servers.stream()
            .filter(FullDiskTrial::isLeading)
            .max(Comparator.comparingLong(it -> status(it).term()));
    return leader
        .filter(it -> hasHeir(it, servers))
        .map(
            it -> {
              it.disk.fillUpAfter(0);
              it.slowDisk(SLOW_NANOS);
              return new FullDiskTrial(it, servers);
            });
  }

  /** Whether another has come to lead. */
  boolean isOver() {
    long term = status(leader).term();
    return servers.stream()
        .anyMatch(it -> it != leader && isLeading(it) && status(it).term() >= term);
  }

  /** There is room again. */
  void end() {
    leader.disk.fillUpAfter(Long.MAX_VALUE);
    leader.slowDisk(0);
  }

  /** While members change, nobody hands over unasked. */
  private static boolean hasHeir(SimulatedServer leader, List<SimulatedServer> servers) {
    NodeStatus status = status(leader);
    return !status.configuration().isChanging()
        && status.raft().configurationIndex() <= status.commitIndex()
        && servers.stream()
            .anyMatch(
                it -> it != leader && it.isUp() && status.configuration().mayLead(it.member()));
  }

  private static boolean isLeading(SimulatedServer server) {
    return server.node().filter(node -> node.status().isLeading()).isPresent();
  }

  private static NodeStatus status(SimulatedServer server) {
    return server.node().map(RaftNode::status).orElseThrow();
  }
}
