package dev.flotilla.raftdpws.message;

/**
 * What a server tells of its snapshots.
 *
 * @param index the last entry that the newest one holds; 0 if there is none
 * @param sizeBytes its size
 * @param ageMillis since when it is there, as far as this process knows
 * @param durationMillis how long the last one that this process took was being written
 * @param entriesBehind entries that were applied after it
 * @param bytesBehind the bytes of those
 * @param sentBytes of snapshots, to others, since the process started
 * @param receivedBytes of snapshots, from others, since then
 */
public record SnapshotStatus(
    long index,
    long sizeBytes,
    long ageMillis,
    long durationMillis,
    long entriesBehind,
    long bytesBehind,
    long sentBytes,
    long receivedBytes) {}
