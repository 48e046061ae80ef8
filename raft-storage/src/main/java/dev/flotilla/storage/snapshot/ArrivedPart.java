package dev.flotilla.storage.snapshot;

import dev.flotilla.raft.model.SnapshotMetadata;

/**
 * What a former process has received of a snapshot that a leader was sending.
 *
 * @param snapshot which one
 * @param bytes how many of its bytes, from the first on, were forced, or about to be; at least one
 */
public record ArrivedPart(SnapshotMetadata snapshot, long bytes) {}
