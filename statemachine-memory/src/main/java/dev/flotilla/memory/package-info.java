/**
 * State machines whose state is in the heap, for tests and small states: {@link
 * dev.flotilla.memory.MapState}, a map of texts, and {@link
 * dev.flotilla.memory.FileSnapshotMachine}, which keeps the state of any machine in a file.
 *
 * <p>Threads: none of its own. May depend on the embedding API and on raft-node's port to state
 * machines.
 */
@NullMarked
package dev.flotilla.memory;

import org.jspecify.annotations.NullMarked;
