package dev.flotilla;

import dev.flotilla.metrics.ServerHealth;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.service.ServiceMetrics;
import java.util.ArrayList;
import java.util.List;

/** How a server judges itself. */
final class OwnHealth {
  private OwnHealth() {}

  /** Any thread; does not block. */
  static ServerHealth of(RaftDevice device) {
    StatusResponse status = device.status();
    List<String> problems = new ArrayList<>();
    boolean isLive = !device.failed().toCompletableFuture().isDone();
    if (!isLive) {
      problems.add("the server has failed; its log says why");
    }
    status.waitingFor().ifPresent(problems::add);
    status.facts().text(StatusFact.APPLY_STOPPED).ifPresent(problems::add);
    status
        .facts()
        .text(StatusFact.DISK_FULL)
        .ifPresent(words -> problems.add("the disk is full, " + words + "; free space"));
    status
        .facts()
        .text(StatusFact.ACCEPT_FAILURE)
        .ifPresent(words -> problems.add("no new connections: " + words));
    status.facts().text(StatusFact.LOST_ENTRIES).ifPresent(problems::add);
    return new ServerHealth(isLive, isLive && isReady(device.metrics()), problems);
  }

  /**
   * A leader that no majority answers resigns within an election timeout, and its followers then
   * miss it: who knows a leader knows one with a majority.
   */
  static boolean isReady(ServiceMetrics service) {
    return service.status().filter(OwnHealth::isReady).isPresent();
  }

  private static boolean isReady(NodeStatus node) {
    return node.state() == NodeState.RUNNING
        && node.leader().isPresent()
        && node.configuration().isMember(node.self());
  }
}
