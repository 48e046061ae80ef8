/**
 * The messages that members exchange: immutable records, one a type, with an exhaustive handler.
 *
 * <p>Owner thread: none, any thread may read them. Depends on {@code dev.flotilla.raft.model} and
 * the leadership options only.
 */
@NullMarked
package dev.flotilla.raft.message;

import org.jspecify.annotations.NullMarked;
