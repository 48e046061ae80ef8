package dev.flotilla.node.snapshot;

/**
 * A node's snapshots.
 *
 * @param lastIndex the last entry that the newest durable one holds, taken here or received; 0 if
 *     there is none
 * @param sizeBytes its size
 * @param ageNanos since when it is there; since the start of this node, if it was there before
 * @param entriesBehind entries that were applied after it: what a restart decides on again
 * @param bytesBehind the bytes of those, by {@link dev.flotilla.raft.model.Entry#sizeBytes}
 * @param taken how many this node took since its start
 * @param givenUp how many of its own came to nothing since then, mostly for lack of room
 * @param durationNanos how long the last one that it took was being written; 0 before
 * @param sentBytes of snapshots that were read to be sent since its start; what goes to two
 *     followers at once counts once
 * @param receivedBytes of snapshots that a leader has sent since then
 */
public record SnapshotMetrics(
    long lastIndex,
    long sizeBytes,
    long ageNanos,
    long entriesBehind,
    long bytesBehind,
    long taken,
    long givenUp,
    long durationNanos,
    long sentBytes,
    long receivedBytes) {}
