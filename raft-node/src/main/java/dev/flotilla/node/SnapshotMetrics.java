package dev.flotilla.node;

/**
 * A node's snapshots.
 *
 * @param lastIndex the last entry that the newest durable one holds, taken here or received; 0 if
 *     there is none
 * @param sizeBytes its size
 * @param entriesBehind entries that were applied after it: what a restart decides on again
 * @param taken how many this node took since its start
 * @param givenUp how many of its own came to nothing since then, mostly for lack of room
 * @param ageNanos since when the last one that it took is there; 0 before
 * @param durationNanos how long that one was being written; 0 before
 */
public record SnapshotMetrics(
    long lastIndex,
    long sizeBytes,
    long entriesBehind,
    long taken,
    long givenUp,
    long ageNanos,
    long durationNanos) {}
