/**
 * Snapshots: when one is taken, writing it at a pace, what a leader sends, and restoring from one.
 *
 * <p>Owner thread: each class says which of a node's threads owns it; {@link
 * dev.flotilla.node.snapshot.SnapshotQueues} is what they share. Reaches files only through {@code
 * dev.flotilla.storage}. All but the options and the metrics is internal to raft-node.
 */
@NullMarked
package dev.flotilla.node.snapshot;

import org.jspecify.annotations.NullMarked;
