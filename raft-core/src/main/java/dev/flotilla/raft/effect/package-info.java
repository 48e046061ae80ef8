/**
 * What the protocol wants done: messages to send, what to write before, what to load, reads that
 * are confirmed. {@link dev.flotilla.raft.Ready} hands it out.
 *
 * <p>Owner thread: the values are immutable; what gathers them belongs to the thread that owns the
 * {@code Raft} object. Depends on {@code dev.flotilla.raft.model} and {@code
 * dev.flotilla.raft.message}.
 */
@NullMarked
package dev.flotilla.raft.effect;

import org.jspecify.annotations.NullMarked;
