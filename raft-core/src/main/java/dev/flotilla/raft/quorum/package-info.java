/**
 * Who counts, and for how long: quorums, the configurations in the log, election timeouts, leases.
 *
 * <p>Owner thread: the one that owns the {@code Raft} object. Depends on {@code
 * dev.flotilla.raft.model} and the options. Internal to raft-core.
 */
@NullMarked
package dev.flotilla.raft.quorum;

import org.jspecify.annotations.NullMarked;
