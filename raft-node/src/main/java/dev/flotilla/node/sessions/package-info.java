/**
 * One execution a command: sessions, uids that were seen, and results that are kept for retries.
 *
 * <p>Owner thread: the apply thread, but {@code SeenUids}, which the group thread reads. Depends on
 * raft-core's value types and on {@code dev.flotilla.node.outcome}. Internal to raft-node.
 */
@NullMarked
package dev.flotilla.node.sessions;

import org.jspecify.annotations.NullMarked;
