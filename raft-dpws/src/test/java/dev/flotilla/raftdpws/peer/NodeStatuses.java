package dev.flotilla.raftdpws.peer;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.List;
import java.util.Optional;

/** Nodes that stand as a test wants. */
final class NodeStatuses {
  private NodeStatuses() {}

  static NodeStatus of(Role role, Member self, Configuration configuration) {
    return new NodeStatus(
        NodeState.RUNNING,
        self,
        new RaftStatus(
            role,
            1,
            Optional.empty(),
            LogPosition.ORIGIN,
            0,
            0,
            Optional.empty(),
            configuration,
            0,
            1),
        0);
  }

  /** What the server of a member answers who asks it for its status. */
  static StatusResponse answer(String name, GroupId group, Member self) {
    return new StatusResponse(
        1,
        name,
        Optional.of(group),
        new MemberAddress(self, Optional.empty()),
        "follower",
        Optional.empty(),
        new StatusResponse.Progress(1, 0, 0, 0, 0),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        StatusDetails.NONE);
  }
}
