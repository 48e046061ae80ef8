/**
 * The client library: finds a group by its scope, follows its leader, and tells executed, refused
 * and unknown apart.
 *
 * <p>Threads: the event loops of {@code dev.flotilla.dpws} complete the futures.
 *
 * <p>May depend on {@code dev.flotilla.raftdpws} (its wire and directory packages) and what that
 * brings.
 */
@NullMarked
package dev.flotilla.client;

import org.jspecify.annotations.NullMarked;
