/**
 * The durable log, how it is recovered and inspected, and the data directory as a whole.
 *
 * <p>Owner thread: the log thread appends and forces; each class says what others may call. Depends
 * on raft-core's value types and on the other packages of {@code dev.flotilla.storage}.
 */
@NullMarked
package dev.flotilla.storage.log;

import org.jspecify.annotations.NullMarked;
