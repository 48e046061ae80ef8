/**
 * How far one follower is: what it has, what is on its way to it, and the snapshot that it is sent.
 *
 * <p>Owner thread: the one that owns the {@code Raft} object. Depends on the model, the messages
 * and the options. All but {@link dev.flotilla.raft.progress.FollowerDistance} is internal to
 * raft-core.
 */
@NullMarked
package dev.flotilla.raft.progress;

import org.jspecify.annotations.NullMarked;
