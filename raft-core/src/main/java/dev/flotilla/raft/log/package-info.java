/**
 * The log as the protocol sees it: its entries and terms, what is durable, committed and applied,
 * and the room for more.
 *
 * <p>Owner thread: the one that owns the {@code Raft} object. Depends on the model, the effects,
 * the options and the quorums. All but {@link dev.flotilla.raft.log.LogRoom} is internal to
 * raft-core.
 */
@NullMarked
package dev.flotilla.raft.log;

import org.jspecify.annotations.NullMarked;
