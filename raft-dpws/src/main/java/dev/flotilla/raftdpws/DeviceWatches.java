package dev.flotilla.raftdpws;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.admission.AdmissionRun;
import dev.flotilla.raftdpws.events.DeviceEvents;

/**
 * What a serving device looks at again and again. The device's thread.
 *
 * @param events tells what has happened
 * @param timings compares the intervals of the members
 * @param states compares their states
 * @param host what the machine has left
 * @param admission changes the members
 * @param surroundings other servers of the group's name
 */
record DeviceWatches(
    DeviceEvents events,
    TimingWatch timings,
    StateWatch states,
    HostFacts host,
    AdmissionRun admission,
    Surroundings surroundings) {
  /** Looks; returns after how many nanoseconds the next look is due, {@link DeviceUpkeep.Look}. */
  long look(GroupId group, RaftNode node, NodeStatus status, long nowNanos) {
    timings.look(status, nowNanos);
    states.look(node, status, nowNanos);
    host.look(node, status);
    admission.look(group, node, nowNanos);
    surroundings.look(status, nowNanos);
    return events.look(node, status, nowNanos);
  }
}
