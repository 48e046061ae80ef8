/**
 * The Raft protocol as a deterministic machine: inputs go in, a {@link dev.flotilla.raft.Ready}
 * comes out. No I/O, no threads, no clock and no randomness of its own.
 *
 * <p>Owner thread: whichever thread owns the {@code Raft} object, one at a time; value types are
 * immutable. Depends on the JDK only. The packages below do not know this one.
 */
@NullMarked
package dev.flotilla.raft;

import org.jspecify.annotations.NullMarked;
