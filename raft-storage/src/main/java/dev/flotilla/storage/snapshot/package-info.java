/**
 * Snapshots on the disk: their format, the files, and those that are still arriving.
 *
 * <p>Owner threads: the log thread and the snapshot thread write; each class says what others may
 * call. Depends on raft-core's value types and on {@code dev.flotilla.storage.disk}.
 */
@NullMarked
package dev.flotilla.storage.snapshot;

import org.jspecify.annotations.NullMarked;
