/**
 * Who counts: quorums, the configurations in the log, what members know and can be called at.
 *
 * <p>Owner thread: the one that owns the {@code Raft} object. Depends on {@code
 * dev.flotilla.raft.model} and the options. Internal to raft-core.
 */
@NullMarked
package dev.flotilla.raft.quorum;

import org.jspecify.annotations.NullMarked;
