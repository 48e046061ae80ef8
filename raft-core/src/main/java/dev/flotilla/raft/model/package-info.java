/**
 * What the protocol speaks of: members, configurations, commands, entries and positions of the log,
 * snapshots, and what a disk must hold.
 *
 * <p>Owner thread: none, these are immutable values. Depends on the JDK only.
 */
@NullMarked
package dev.flotilla.raft.model;

import org.jspecify.annotations.NullMarked;
