package dev.flotilla.node;

import dev.flotilla.node.loop.DurationMetrics;
import dev.flotilla.node.loop.QueueMetrics;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.raft.progress.FollowerDistance;
import java.util.List;

/**
 * What a node has done since it started, and what waits in it. The numbers are read one after
 * another while the node runs, so they need not fit together exactly.
 *
 * @param queues every queue of the node
 * @param snapshots its snapshots
 * @param followers while it leads, how far the others are behind; up to some tens of milliseconds
 *     old
 * @param quorumContactNanos when this server last knew a leader with a majority, by the node's
 *     clock: a leader that a majority answered, a follower that heard its leader; when the node
 *     started, before
 * @param elections its elections
 * @param persists writes that the core asked for
 * @param forces how long each forced write took; fewer than persists when several shared one force
 * @param entriesWritten entries appended to the durable log
 * @param bytesWritten the bytes of those, by {@link dev.flotilla.raft.model.Entry#sizeBytes}
 * @param appliedBatches batches given to the state machine
 * @param executedCommands commands given to the state machine
 * @param duplicateCommands committed commands that had been executed before and were left out
 * @param unknownOutcomes commands of clients that were answered {@link InsertOutcome.Unknown}
 */
public record NodeMetrics(
    List<QueueMetrics> queues,
    SnapshotMetrics snapshots,
    List<FollowerDistance> followers,
    long quorumContactNanos,
    ElectionMetrics elections,
    long persists,
    DurationMetrics forces,
    long entriesWritten,
    long bytesWritten,
    long appliedBatches,
    long executedCommands,
    long duplicateCommands,
    long unknownOutcomes) {
  /** Copies the lists unless they are immutable already. */
  public NodeMetrics {
    queues = List.copyOf(queues);
    followers = List.copyOf(followers);
  }
}
