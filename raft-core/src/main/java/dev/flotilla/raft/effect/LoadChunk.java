package dev.flotilla.raft.effect;

import dev.flotilla.raft.model.SnapshotMetadata;

/**
 * Asks the driver to read a piece of a snapshot that is to be sent, and to hand it to {@link
 * Raft#chunkLoaded}.
 *
 * @param snapshot which one
 * @param offset the first byte wanted, before its end
 * @param maxBytes at most so many, and at least one
 */
public record LoadChunk(SnapshotMetadata snapshot, long offset, int maxBytes) {}
